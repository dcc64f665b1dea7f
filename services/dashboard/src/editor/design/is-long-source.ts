import type { EditorState } from "../draft/editor-store.ts";

/** About three pages, which are drawn between two key presses. */
const mostDrawnCharacters = 20_000;

/** Whether drawing the document takes longer than a key press: its text is long, or the data that fill it. */
export function isLongSource({ history, dataSet }: Pick<EditorState, "history" | "dataSet">): boolean {
  const { html, dataSets } = history.present;
  const data = dataSets[dataSet.index]?.json ?? "";
  return html.length + data.length > mostDrawnCharacters;
}
