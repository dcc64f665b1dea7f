import type { operations, PageSettings, ResponseOutput } from "@platen/contracts";
import { createContext, useContext } from "react";

export type Template = ResponseOutput<typeof operations.getProjectTemplate>;

/** Sample data under a name, as its author wrote it. */
export type DataSet = { name: string; json: string };

/** What the author wrote. Every view reads and writes it; there is no other truth about a template. */
export type TemplateSource = { html: string; css: string; settings: PageSettings; dataSets: DataSet[] };

/** Where something is in the source; `offset` in UTF-16 units into that part, `data` being the data set at hand. */
export type Place = { part: "html" | "css" | "header" | "footer" | "data"; offset: number };

export type Editor = {
  template: Template;
  /** As edited now. */
  source: TemplateSource;
  /** As last read from the server or saved to it. */
  saved: TemplateSource;
  /** Of the draft that the edits are based on. */
  revision: number;
  isChanged: boolean;
  mayEdit: boolean;
  /** Edits of the same `step` that follow one another closely are one step to undo. */
  change: (part: Partial<TemplateSource>, step?: string) => void;
  undo: () => void;
  redo: () => void;
  canUndo: boolean;
  canRedo: boolean;
  /** Saves the draft and tells whether all of it is saved now. What is in the way is said on the page. */
  save: () => Promise<boolean>;
  isSaving: boolean;
  /** The data set that the template is filled with; `value` is its last text that was a JSON object. */
  dataSet: { index: number; name: string; value: Record<string, unknown> | undefined };
  selectDataSet: (index: number) => void;
  /** Opens the Code or Data view at a place. */
  show: (place: Place) => void;
  /** What `show` was last asked for: a new object each time. */
  place: Place | undefined;
};

export const EditorContext = createContext<Editor | undefined>(undefined);

/** The template being edited, for the editor's views. */
export function useEditor(): Editor {
  const editor = useContext(EditorContext);
  if (!editor) throw new Error("useEditor is for the editor's views");
  return editor;
}
