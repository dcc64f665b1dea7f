import type { Editor } from "../editor-context.ts";

/** About three pages, which are drawn between two key presses. */
const mostDrawnCharacters = 20_000;

/** Whether drawing the document takes longer than a key press: its text is long, or the data that fill it. */
export function isLongSource({ source, dataSet }: Pick<Editor, "source" | "dataSet">): boolean {
  const data = source.dataSets[dataSet.index]?.json ?? "";
  return source.html.length + data.length > mostDrawnCharacters;
}
