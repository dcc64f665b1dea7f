import { acceptCompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from "@codemirror/autocomplete";
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

/** The page uses these keys. */
const keysOfPage = new Set(["Mod-Enter"]);

type CodeExtensionsOptions = {
  /** The name of the text for screen readers. */
  label: string;
  isReadOnly: boolean;
  /** All views share the editor's history, so the text has none of its own. */
  undo: () => void;
  redo: () => void;
  format: () => void;
};

/** A CodeMirror command that always handles its key. */
function command(run: () => void): () => boolean {
  return () => {
    run();
    return true;
  };
}

/** The extensions that all texts of a template share, whatever their language. */
export function codeExtensions({ label, isReadOnly, undo, redo, format }: CodeExtensionsOptions): Extension {
  const own: KeyBinding[] = [
    { key: "Mod-z", run: command(undo), preventDefault: true },
    { key: "Mod-Shift-z", run: command(redo), preventDefault: true },
    { key: "Mod-y", run: command(redo), preventDefault: true },
    { key: "Shift-Alt-f", run: command(format) },
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
    // Other line breaks stay as characters of their lines, so that untouched text does not change.
    EditorState.lineSeparator.of("\n"),
    EditorView.clipboardInputFilter.of((text) => text.replace(/\r\n?/g, "\n")),
    EditorState.readOnly.of(isReadOnly),
    EditorView.contentAttributes.of({
      "aria-label": label,
      // The element is focusable without it too, but not every accessibility checker knows that.
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
      ...defaultKeymap.filter(({ key }) => key === undefined || !keysOfPage.has(key)),
      ...searchKeymap,
      ...foldKeymap,
      ...lintKeymap,
      { key: "Tab", run: acceptCompletion },
      indentWithTab,
    ]),
  ];
}
