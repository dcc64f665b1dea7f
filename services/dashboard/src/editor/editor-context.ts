import type { operations, ResponseOutput } from "@platen/contracts";
import { createContext, useContext } from "react";
import { useStore } from "zustand";
import type { DraftSaver } from "./draft/draft-saver.ts";
import type { EditorState, EditorStore } from "./draft/editor-store.ts";
import type { Draft } from "./draft/saved-draft.ts";
import type { SavingState } from "./draft/saving-state.ts";
import type { Reading } from "./reading.ts";
import type { TemplateSource } from "./template-source.ts";

export type Template = ResponseOutput<typeof operations.getTemplate.member>;

/** What the views of the editor show and do. It stays the same object while the author types. */
export type Editor = {
  template: Template;
  mayEdit: boolean;
  /** The source with all edits, and what the views show. */
  state: Reading<EditorState>;
  /** How far the edits are saved. The editor saves by itself. */
  saving: Reading<SavingState<Draft>>;
  undo: () => void;
  redo: () => void;
  /** Saves the draft at once. Returns whether everything is saved now; the page shows what prevents it. */
  save: () => Promise<boolean>;
} & Pick<EditorStore, "change" | "adopt" | "selectDataSet" | "chooseLocale" | "show"> &
  Pick<DraftSaver<Draft>, "saveFirst">;

export const EditorContext = createContext<Editor | undefined>(undefined);

/** The template in the editor, and what can be done with it. */
export function useEditor(): Editor {
  const editor = useContext(EditorContext);
  if (!editor) throw new Error("useEditor works only inside the editor");
  return editor;
}

/** A part of the editor's state. The component is rendered again when that part changes. */
export function useEditorState<Part>(select: (state: EditorState) => Part): Part {
  return useStore(useEditor().state, select);
}

/** The source with all edits. */
export function useSource(): TemplateSource {
  return useEditorState(({ history }) => history.present);
}

/** A part of what is known about the saving. */
export function useSavingState<Part>(select: (state: SavingState<Draft>) => Part): Part {
  return useStore(useEditor().saving, select);
}
