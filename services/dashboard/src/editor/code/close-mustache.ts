import { EditorView } from "@codemirror/view";

/** A change at the cursor: the text to insert before it and after it, and how many characters it steps over. */
export type BraceChange = { before: string; after: string; over: number };

/** What a typed brace does: the second `{` closes its tag, and `}` steps over a brace that is there. */
export function braceChange(text: string, cursor: number, typed: string): BraceChange | undefined {
  const next = text.charAt(cursor);
  if (typed === "{" && text.charAt(cursor - 1) === "{" && next !== "}") {
    return text.charAt(cursor - 2) === "{" ? undefined : { before: "{", after: "}}", over: 0 };
  }
  if (typed !== "}" || next !== "}") return undefined;
  const line = text.slice(text.lastIndexOf("\n", cursor - 1) + 1, cursor);
  const isInTag = line.lastIndexOf("{{") > line.lastIndexOf("}}");
  return isInTag ? { before: "", after: "", over: 1 } : undefined;
}

/** Closes the braces of tags as they are typed. */
export const closeMustache = EditorView.inputHandler.of((view, from, to, typed) => {
  if (from !== to || view.composing || view.state.selection.ranges.length > 1) return false;
  const change = braceChange(view.state.doc.toString(), from, typed);
  if (!change) return false;
  view.dispatch({
    changes: { from, insert: change.before + change.after },
    selection: { anchor: from + change.before.length + change.over },
    userEvent: "input.type",
  });
  return true;
});
