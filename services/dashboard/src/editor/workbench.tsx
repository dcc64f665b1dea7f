import { useDocumentTitle } from "@mantine/hooks";
import { operations } from "@platen/contracts";
import { useEffect, useMemo, useRef, useState } from "react";
import { useSearchParams } from "react-router";
import { useStore } from "zustand";
import { useMay, useProject } from "../components/project-context.ts";
import { useAccount } from "../components/require-sign-in.tsx";
import { UseItDialog } from "../components/use-it/use-it-dialog.tsx";
import { changedParts } from "../components/source-diff/changed-parts.ts";
import { PublishDialog } from "../forms/publish-dialog.tsx";
import { toast } from "../ui/toast.ts";
import { useDialog } from "../ui/use-dialog.ts";
import { locateWarning } from "./draft/locate-problem.ts";
import { ConflictDialog } from "./draft/conflict-dialog.tsx";
import { EditorBar } from "./bar/editor-bar.tsx";
import { useLive } from "./bar/use-live.ts";
import { EditorContext, type Editor, type Template } from "./editor-context.ts";
import { EditorNotices } from "./notices/editor-notices.tsx";
import { createEditorStore } from "./draft/editor-store.ts";
import { createUnsavedDraftStorage } from "./draft/unsaved-draft-storage.ts";
import { Panes } from "./panes/panes.tsx";
import type { SavedDraft } from "./draft/saved-draft.ts";
import { ShortcutsDialog } from "./shortcuts/shortcuts-dialog.tsx";
import { useSpokenHistory } from "./draft/use-spoken-history.ts";
import { useUnsavedDraftStorage } from "./draft/use-unsaved-draft-storage.ts";
import { useLentData } from "./data/use-lent-data.ts";
import { useKeptNotice } from "./notices/use-kept-notice.ts";
import { useNotices } from "./notices/use-notices.ts";
import { useSaving } from "./draft/use-saving.ts";
import { UnfinishedList } from "./publish/unfinished-list.tsx";
import { useShortcuts } from "./shortcuts/use-shortcuts.ts";
import { useViews } from "./panes/use-views.ts";
import { views, type ViewId } from "./panes/views.ts";

/** The editor of one template. It starts with the draft and with the edits that the last visit left unsaved. */
export function Workbench({ template, draft }: { template: Template; draft: SavedDraft }) {
  const { projectId } = useProject();
  const { templateId } = template;
  const { accountId } = useAccount();
  const mayEdit = useMay()(operations.saveDraft.member);
  const [{ storage, unsaved, store }] = useState(() => {
    const storage = createUnsavedDraftStorage(localStorage, { accountId, templateId });
    const unsaved = mayEdit ? storage.read() : undefined;
    return { storage, unsaved, store: createEditorStore({ draft, unsaved, mayEdit }) };
  });
  const { undo, redo, said } = useSpokenHistory(store);
  const saver = useSaving(store, { projectId, templateId, restored: unsaved?.source });
  const { isStored } = useUnsavedDraftStorage(store, storage);
  const { shown, width, layout, changeLayout, show, toggle, close } = useViews();
  const shortcutsDialog = useDialog();
  const lending = useLentData(store, () => show("data"));
  const notices = [...useNotices({ store, draft, unsaved, isStored, saver }), ...lending];
  useKeptNotice(store, { name: template.name, isStored, storage, flush: saver.flush });
  const publishing = useDialog();
  const useIt = useDialog();
  const { save, saveFirst } = saver;
  const saving = useStore(saver);
  const { failure } = saving;
  const present = useStore(store, ({ history }) => history.present);
  const live = useLive(template, present);
  const sameAsLive = `The draft is the same as version ${live.version}, which is live.`;
  // If saving fails, the page shows why and the dialog stays closed.
  const publish = async () => {
    if (!mayEdit || !(await save("publish"))) return;
    const { present } = store.getState().history;
    if (live.source && changedParts(live.source, present).length === 0) toast(sameAsLive);
    else publishing.open(true);
  };

  const actions = useRef({ toggle, close, publish, useIt, shortcutsDialog });
  useEffect(() => {
    actions.current = { toggle, close, publish, useIt, shortcutsDialog };
  });
  const [barActions] = useState(() => ({
    toggle: (id: ViewId, isBeside: boolean) => actions.current.toggle(id, isBeside),
    close: (id: ViewId) => actions.current.close(id),
    publish: () => void actions.current.publish(),
    useIt: () => actions.current.useIt.open(true),
    shortcuts: () => actions.current.shortcutsDialog.open(true),
  }));

  useDocumentTitle(`${failure ? "• " : ""}${template.name} · Platen`);
  useShortcuts({
    save: () => void save("save"),
    publish: () => void publish(),
    undo,
    redo,
    goToView: (number) => show(views[number - 1]?.id),
    closeView: (number) => close(views[number - 1]?.id),
    showShortcuts: () => shortcutsDialog.open(true),
  });

  const dataSet = useStore(store, (state) => state.dataSet);
  useEffect(() => {
    const stop = store.subscribe(({ position }, before) => {
      if (position && position !== before.position) show(position.part === "data" ? "data" : "code");
    });
    return stop;
  }, [store, show]);

  // A link of a document's page leads to a place. The address loses it, so that a reload does not go there again.
  const [params, setParams] = useSearchParams();
  useEffect(() => {
    const part = params.get("part");
    if (part === null) return;
    const [line, column] = [Number(params.get("line")), Number(params.get("column"))];
    const located = locateWarning({ part, line, column }, store.getState().history.present);
    if (located && line > 0 && column > 0) store.show(located.position);
    setParams({}, { replace: true });
  }, [params, setParams, store]);

  const editor = useMemo<Editor>(() => {
    const { change, adopt, selectDataSet, chooseLocale, show: goTo } = store;
    return {
      template,
      mayEdit,
      state: store,
      saving: saver,
      undo,
      redo,
      save: () => save("save"),
      saveFirst,
      change,
      adopt,
      selectDataSet,
      chooseLocale,
      show: goTo,
    };
  }, [template, mayEdit, store, saver, undo, redo, save, saveFirst]);

  return (
    <EditorContext value={editor}>
      <EditorBar
        shown={shown}
        onToggle={barActions.toggle}
        onPublish={barActions.publish}
        notPublishable={live.changes?.length === 0 ? sameAsLive : undefined}
        live={live}
        onUseIt={barActions.useIt}
        onShortcuts={barActions.shortcuts}
      />
      <EditorNotices notices={notices} />
      <output className="unseen">{said}</output>
      <Panes shown={shown} layout={layout} width={width} onClose={barActions.close} onChange={changeLayout} />
      <ConflictDialog kind="template" saving={{ ...saver, ...saving }} mine={present} />
      <PublishDialog
        {...publishing.props}
        template={template}
        source={present}
        save={saveFirst}
        unfinished={<UnfinishedList onLeave={publishing.close} onShowView={show} />}
      />
      <UseItDialog {...useIt.props} template={template} data={dataSet.value ?? {}} />
      <ShortcutsDialog {...shortcutsDialog.props} />
    </EditorContext>
  );
}
