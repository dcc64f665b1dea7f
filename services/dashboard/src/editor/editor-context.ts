import type { operations, ResponseOutput } from "@platen/contracts";
import { createContext, useContext } from "react";
import type { SaveFailure } from "./draft/save-failure.ts";
import type { SavedDraft } from "./draft/saved-draft.ts";
import type { DataSet, SourcePosition, TemplateSource } from "./template-source.ts";

export type Template = ResponseOutput<typeof operations.getTemplate.member>;

export type Editor = {
  template: Template;
  /** With all edits. */
  source: TemplateSource;
  /** As last read from the server or saved to it. */
  saved: TemplateSource;
  /** The revision of the draft that the edits are based on. */
  revision: number;
  isChanged: boolean;
  mayEdit: boolean;
  /** Edits of the same `step` in quick succession are undone together. */
  change: (changes: Partial<TemplateSource>, step?: string) => void;
  undo: () => void;
  redo: () => void;
  canUndo: boolean;
  canRedo: boolean;
  /** Why not everything is saved. The editor saves by itself. */
  failure: SaveFailure | undefined;
  /** Saves the draft at once. Returns whether everything is saved now; the page shows what prevents it. */
  save: () => Promise<boolean>;
  /** Saves unsaved edits and returns the draft's revision; rejects if saving fails. */
  saveFirst: () => Promise<number>;
  /** Continues with a draft from the server; undo brings the edits before it back. */
  adopt: (draft: SavedDraft) => void;
  /** The data set that fills the template; `value` is the last valid JSON object in its text. */
  dataSet: { index: number; name: string; value: Record<string, unknown> | undefined };
  selectDataSet: (index: number) => void;
  /** Data that the editor shows and the draft does not have: a data set after the last one. */
  lent: DataSet | undefined;
  /** The language in which the preview and the canvas show the template; undefined for the template's own. */
  locale: string | undefined;
  chooseLocale: (locale: string | undefined) => void;
  /** Opens the Code or Data view at a position. */
  show: (position: SourcePosition) => void;
  /** The last position that `show` was called with: a new object for each call. */
  position: SourcePosition | undefined;
};

/** What the bar above the views shows and does. It stays the same object while the author types. */
export type EditorStatus = Pick<
  Editor,
  | "template"
  | "mayEdit"
  | "isChanged"
  | "failure"
  | "undo"
  | "redo"
  | "canUndo"
  | "canRedo"
  | "save"
  | "selectDataSet"
  | "show"
>;

export const EditorStatusContext = createContext<EditorStatus | undefined>(undefined);

/** The state of the editor, for the bar above its views. */
export function useEditorStatus(): EditorStatus {
  const status = useContext(EditorStatusContext);
  if (!status) throw new Error("useEditorStatus works only inside the editor");
  return status;
}

export const EditorContext = createContext<Editor | undefined>(undefined);

/** The template in the editor, for the editor's views. */
export function useEditor(): Editor {
  const editor = useContext(EditorContext);
  if (!editor) throw new Error("useEditor works only inside the editor's views");
  return editor;
}
