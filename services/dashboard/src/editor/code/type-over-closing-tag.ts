import { htmlLanguage } from "@codemirror/lang-html";
import { EditorView } from "@codemirror/view";

/** The closing tags of a text that close nothing. */
function countUnopened(text: string): number {
  let count = 0;
  htmlLanguage.parser.parse(text).iterate({
    enter: ({ name }) => {
      if (name === "MismatchedCloseTag") count += 1;
    },
  });
  return count;
}

/**
 * The length of the closing tag after the cursor that a `>` typed there makes superfluous, because the same tag was typed
 * out before it; 0 if there is no such tag.
 */
export function typedOverLength(text: string, cursor: number): number {
  const typed = /<\/[a-z][\w-]*$/i.exec(text.slice(Math.max(0, cursor - 100), cursor))?.[0];
  if (typed === undefined || !text.startsWith(`${typed}>`, cursor)) return 0;
  const length = typed.length + 1;
  const [before, after] = [`${text.slice(0, cursor)}>`, text.slice(cursor)];
  return countUnopened(before + after) > countUnopened(before + after.slice(length)) ? length : 0;
}

/** Types over the closing tag that was added with the opening one. */
export const typeOverClosingTag = EditorView.inputHandler.of((view, from, to, text) => {
  if (text !== ">" || from !== to || view.composing || view.state.selection.ranges.length > 1) return false;
  const length = typedOverLength(view.state.doc.toString(), from);
  if (length === 0) return false;
  view.dispatch({
    changes: { from, to: from + length, insert: text },
    selection: { anchor: from + 1 },
    userEvent: "input.type",
  });
  return true;
});
