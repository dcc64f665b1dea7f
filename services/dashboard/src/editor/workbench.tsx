import { useDocumentTitle } from "@mantine/hooks";
import { operations } from "@platen/contracts";
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from "react";
import { useMay, useProject } from "../components/project-context.ts";
import { useAccount } from "../components/require-sign-in.tsx";
import { UseItDialog } from "../components/use-it/use-it-dialog.tsx";
import { PublishDialog } from "../forms/publish-dialog.tsx";
import { useDialog } from "../ui/use-dialog.ts";
import { ConflictDialog } from "./draft/conflict-dialog.tsx";
import { EditorBar } from "./editor-bar.tsx";
import { EditorContext, type Editor, type Template } from "./editor-context.ts";
import { EditorNotices } from "./notices/editor-notices.tsx";
import { createEditorStore } from "./draft/editor-store.ts";
import { createWorkKeeper } from "./draft/unsaved-draft-storage.ts";
import { Panes } from "./panes/panes.tsx";
import type { SavedDraft } from "./draft/saved-draft.ts";
import { ShortcutsDialog } from "./shortcuts/shortcuts-dialog.tsx";
import { useKeptWork } from "./draft/use-unsaved-draft-storage.ts";
import { useNotices } from "./notices/use-notices.ts";
import { useSaving } from "./draft/use-saving.ts";
import { useShortcuts } from "./shortcuts/use-shortcuts.ts";
import { useViews } from "./panes/use-views.ts";
import { views } from "./panes/views.ts";

/** The editor of one template, beginning with its draft as it was read and with what was not saved the last time. */
export function Workbench({ template, draft }: { template: Template; draft: SavedDraft }) {
  const { projectId } = useProject();
  const { templateId } = template;
  const { accountId } = useAccount();
  const mayEdit = useMay()(operations.saveDraft);
  const [{ keeper, unsaved, store }] = useState(() => {
    const keeper = createWorkKeeper(localStorage, { accountId, templateId });
    const unsaved = mayEdit ? keeper.read() : undefined;
    return { keeper, unsaved, store: createEditorStore({ draft, unsaved, mayEdit }) };
  });
  const state = useSyncExternalStore(store.subscribe, store.getState);
  const saving = useSaving(store, { projectId, templateId });
  const { isKept } = useKeptWork(store, keeper);
  const { shown, layout, changeLayout, show, toggle, close } = useViews();
  const shortcutsDialog = useDialog();
  const notices = useNotices({ store, draft, unsaved, isKept, saving });
  const publishing = useDialog();
  const useIt = useDialog();
  const { save, isSaving } = saving;
  // What is in the way of saving is said on the page, where it can be mended.
  const publish = async () => {
    if (mayEdit && (await save())) publishing.open(true);
  };

  useDocumentTitle(`${state.isChanged ? "• " : ""}${template.name} · Platen`);
  useShortcuts({
    save: () => void save(),
    publish: () => void publish(),
    undo: store.undo,
    redo: store.redo,
    goToView: (number) => show(views[number - 1]?.id),
    closeView: (number) => close(views[number - 1]?.id),
    showShortcuts: () => shortcutsDialog.open(true),
  });

  const { place } = state;
  const shownPlace = useRef(place);
  useEffect(() => {
    if (!place || shownPlace.current === place) return;
    shownPlace.current = place;
    show(place.part === "data" ? "data" : "code");
  });

  const editor = useMemo<Editor>(() => {
    const { history, saved, revision, isChanged, dataSet } = state;
    const { change, undo, redo, selectDataSet, show } = store;
    return {
      template,
      source: history.present,
      saved,
      revision,
      isChanged,
      mayEdit,
      change,
      undo,
      redo,
      canUndo: history.past.length > 0,
      canRedo: history.future.length > 0,
      save,
      isSaving,
      dataSet,
      selectDataSet,
      show,
      place: state.place,
    };
  }, [template, mayEdit, store, state, save, isSaving]);

  return (
    <EditorContext value={editor}>
      <EditorBar
        shown={shown}
        onToggle={toggle}
        onPublish={() => void publish()}
        onUseIt={() => useIt.open(true)}
        onShortcuts={() => shortcutsDialog.open(true)}
      />
      <EditorNotices notices={notices} />
      <Panes shown={shown} layout={layout} onChange={changeLayout} />
      <ConflictDialog saving={saving} mine={state.history.present} />
      <PublishDialog
        isOpen={publishing.isOpen}
        onClose={publishing.close}
        template={template}
        source={state.history.present}
        save={saving.saveForPublishing}
        onPublished={() => undefined}
      />
      <UseItDialog isOpen={useIt.isOpen} onClose={useIt.close} template={template} data={state.dataSet.value ?? {}} />
      <ShortcutsDialog isOpen={shortcutsDialog.isOpen} onClose={shortcutsDialog.close} />
    </EditorContext>
  );
}
