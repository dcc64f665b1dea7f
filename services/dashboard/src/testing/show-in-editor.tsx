import { operations } from "@platen/contracts";
import type { ReactNode } from "react";
import { EditorContext, type Editor } from "../editor/editor-context.ts";
import { createEditorStore, type EditorStore } from "../editor/draft/editor-store.ts";
import { startSaving } from "../editor/draft/saving-state.ts";
import type { Draft } from "../editor/draft/saved-draft.ts";
import type { TemplateSource } from "../editor/template-source.ts";
import { createStore } from "zustand/vanilla";
import { DesignContext } from "../editor/design/design-context.ts";
import { createDesignStore, type DesignStore } from "../editor/design/design-store.ts";
import { show, templateId, type OpenPage } from "./open-dashboard.tsx";
import { sampleOf } from "./sample.ts";

/** An editor of a draft, without saving. */
export function createEditor(source: Partial<TemplateSource>, mayEdit = true): Editor & { store: EditorStore } {
  const whole = { html: "", css: "", settings: {}, dataSets: [{ name: "Sample", json: "{}" }], ...source };
  const store = createEditorStore({ draft: { source: whole, revision: 1 }, mayEdit });
  return {
    ...store,
    store,
    template: sampleOf(operations.getTemplate.member, { templateId }),
    mayEdit,
    state: store,
    saving: createStore(() => startSaving<Draft>("automatic", undefined)),
    save: async () => true,
    saveFirst: async () => store.getState().revision,
  };
}

/** Shows a part of the editor. */
export function showInEditor(editor: Editor, part: ReactNode): OpenPage {
  return show(<EditorContext value={editor}>{part}</EditorContext>);
}

type OpenDesign = OpenPage & { editor: Editor; design: DesignStore };

/** Shows a part of the Design view. */
export function showInDesign(source: Partial<TemplateSource>, part: ReactNode, isEditable = true): OpenDesign {
  const editor = createEditor(source);
  const design = createDesignStore({ editor, snippets: [], isEditable, width: 1_400 });
  design.start();
  return { ...showInEditor(editor, <DesignContext value={design}>{part}</DesignContext>), editor, design };
}
