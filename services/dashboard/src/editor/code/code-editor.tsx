import { forEachDiagnostic } from "@codemirror/lint";
import { Annotation, EditorState, type Extension, type TransactionSpec } from "@codemirror/state";
import { EditorView, type ViewUpdate } from "@codemirror/view";
import { useEffect, useEffectEvent, useRef } from "react";
import classes from "./code-editor.module.css";
import { codeExtensions } from "./code-extensions.ts";
import { findTextChange } from "./find-text-change.ts";

/** The position of the cursor, counted from 1, and the number of mistakes in the text. */
export type CodeStatus = { line: number; column: number; mistakes: number };

type CodeEditorProps = {
  label: string;
  text: string;
  /** The language with its extensions. A new object creates a new editor. */
  language: Extension;
  isReadOnly: boolean;
  onChange: (text: string) => void;
  onStatus: (status: CodeStatus) => void;
  undo: () => void;
  redo: () => void;
  format: () => void;
  /** Moves the cursor to a character, once for each object. */
  goTo: { offset: number } | undefined;
  /** The key that cursor and scroll position are remembered by while the page is open. */
  memoryKey: string;
};

const fromOutside = Annotation.define<boolean>();
const remembered = new Map<string, { anchor: number; head: number; scroll: number }>();
const visited = new WeakSet<{ offset: number }>();

function statusOf({ state }: EditorView): CodeStatus {
  const { head } = state.selection.main;
  const line = state.doc.lineAt(head);
  let mistakes = 0;
  forEachDiagnostic(state, () => {
    mistakes += 1;
  });
  return { line: line.number, column: head - line.from + 1, mistakes };
}

/** Edits one text of the template. The history is the editor's; changes from other views leave the cursor in place. */
export function CodeEditor(props: CodeEditorProps) {
  const { text, label, language, isReadOnly, goTo, memoryKey } = props;
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(undefined);
  const shown = useRef(text);
  const current = useEffectEvent(() => props);

  useEffect(() => {
    if (!host.current) return undefined;
    const onUpdate = (update: ViewUpdate) => {
      if (update.docChanged && !update.transactions.some((transaction) => transaction.annotation(fromOutside))) {
        shown.current = update.state.sliceDoc();
        current().onChange(shown.current);
      }
      current().onStatus(statusOf(update.view));
    };
    const { anchor = 0, head = 0, scroll = 0 } = remembered.get(memoryKey) ?? {};
    shown.current = current().text;
    const { length } = shown.current;
    const pane = host.current.closest<HTMLElement>("[data-view]");
    const made = new EditorView({
      parent: host.current,
      state: EditorState.create({
        doc: shown.current,
        selection: { anchor: Math.min(anchor, length), head: Math.min(head, length) },
        extensions: [
          codeExtensions({
            label,
            isReadOnly,
            undo: () => current().undo(),
            redo: () => current().redo(),
            format: () => current().format(),
          }),
          language,
          EditorView.updateListener.of(onUpdate),
        ],
      }),
    });
    view.current = made;
    made.scrollDOM.scrollTop = scroll;
    current().onStatus(statusOf(made));
    // The pane got the focus while this view was still loading.
    if (pane && pane === document.activeElement) made.focus();
    return () => {
      const { main } = made.state.selection;
      remembered.set(memoryKey, { anchor: main.anchor, head: main.head, scroll: made.scrollDOM.scrollTop });
      made.destroy();
      view.current = undefined;
    };
  }, [label, language, isReadOnly, memoryKey]);

  useEffect(() => {
    const editor = view.current;
    if (!editor || shown.current === text) return;
    const changes = findTextChange(shown.current, text);
    shown.current = text;
    // The cursor follows edits that undo and redo make.
    const follow: TransactionSpec = editor.hasFocus
      ? { selection: { anchor: changes.from + changes.insert.length }, scrollIntoView: true }
      : {};
    editor.dispatch({ changes, annotations: fromOutside.of(true), ...follow });
  }, [text]);

  useEffect(() => {
    const editor = view.current;
    if (!editor || !goTo || visited.has(goTo)) return;
    visited.add(goTo);
    const anchor = Math.min(goTo.offset, editor.state.doc.length);
    editor.dispatch({ selection: { anchor }, effects: EditorView.scrollIntoView(anchor, { y: "center" }) });
    editor.focus();
  }, [goTo]);

  return <div ref={host} className={classes["editor"]} />;
}
