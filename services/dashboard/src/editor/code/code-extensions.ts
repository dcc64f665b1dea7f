import { closeBrackets, closeBracketsKeymap, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, indentWithTab } from "@codemirror/commands";
import { bracketMatching, foldGutter, foldKeymap, indentOnInput } from "@codemirror/language";
import { lintKeymap } from "@codemirror/lint";
import { highlightSelectionMatches, search, searchKeymap } from "@codemirror/search";
import { EditorState, type Extension } from "@codemirror/state";
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
  type KeyBinding,
} from "@codemirror/view";
import { getNonce } from "get-nonce";
import { editorTheme } from "./editor-theme.ts";

/** Taken by the page: publishing, and the views. */
const takenKeys = new Set(["Mod-Enter"]);

type CodeExtensionsOptions = {
  /** What the text is, for those who cannot see it. */
  label: string;
  isReadOnly: boolean;
  /** One history for all views: the editor's, not the text's own. */
  undo: () => void;
  redo: () => void;
  format: () => void;
};

/** A command that is always done. */
function done(act: () => void): () => boolean {
  return () => {
    act();
    return true;
  };
}

/** What every text of a template is edited with, whatever its language. */
export function codeExtensions({ label, isReadOnly, undo, redo, format }: CodeExtensionsOptions): Extension {
  const own: KeyBinding[] = [
    { key: "Mod-z", run: done(undo), preventDefault: true },
    { key: "Mod-Shift-z", run: done(redo), preventDefault: true },
    { key: "Mod-y", run: done(redo), preventDefault: true },
    { key: "Shift-Alt-f", run: done(format) },
  ];
  const nonce = getNonce();
  return [
    nonce ? EditorView.cspNonce.of(nonce) : [],
    editorTheme,
    lineNumbers(),
    foldGutter(),
    highlightActiveLineGutter(),
    highlightActiveLine(),
    drawSelection(),
    EditorState.allowMultipleSelections.of(true),
    EditorState.tabSize.of(2),
    // Other line breaks stay as they are, as characters of their lines: what is not edited does not change.
    EditorState.lineSeparator.of("\n"),
    EditorView.clipboardInputFilter.of((text) => text.replace(/\r\n?/g, "\n")),
    EditorState.readOnly.of(isReadOnly),
    EditorView.contentAttributes.of({
      "aria-label": label,
      // It can be reached without this too, but not every tool that looks for what scrolls knows that.
      tabindex: "0",
      "data-takes-focus": "",
      ...(isReadOnly ? { "aria-readonly": "true" } : {}),
    }),
    EditorView.lineWrapping,
    indentOnInput(),
    bracketMatching(),
    closeBrackets(),
    highlightSelectionMatches(),
    search({ top: true }),
    keymap.of([
      ...own,
      ...closeBracketsKeymap,
      ...completionKeymap,
      ...defaultKeymap.filter(({ key }) => key === undefined || !takenKeys.has(key)),
      ...searchKeymap,
      ...foldKeymap,
      ...lintKeymap,
      indentWithTab,
    ]),
  ];
}
