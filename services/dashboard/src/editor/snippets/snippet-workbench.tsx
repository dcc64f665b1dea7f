import { css } from "@codemirror/lang-css";
import { html } from "@codemirror/lang-html";
import type { Extension } from "@codemirror/state";
import { Anchor, Button, Tooltip } from "@mantine/core";
import { useDocumentTitle } from "@mantine/hooks";
import { operations, type Snippet } from "@platen/contracts";
import { findSyntaxMistake } from "@platen/mustache";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useState, useSyncExternalStore } from "react";
import { operationQuery } from "../../api/operation-query.ts";
import { useMay, useProject } from "../../components/project-context.ts";
import { useAccount } from "../../components/require-sign-in.tsx";
import { CodeEditor, type CodeStatus } from "../code/code-editor.tsx";
import { CodeStatusBar } from "../code/code-status-bar.tsx";
import { createHolder } from "../code/holder.ts";
import { librarySupport, type LibraryNames } from "../code/library-completion.ts";
import { mistakes } from "../code/mistakes.ts";
import { mustacheSupport } from "../code/mustache-support.ts";
import { TextTabs } from "../code/text-tabs.tsx";
import { ConflictDialog } from "../draft/conflict-dialog.tsx";
import { createEditorStore } from "../draft/editor-store.ts";
import { createUnsavedDraftStorage } from "../draft/unsaved-draft-storage.ts";
import { useUnsavedDraftStorage } from "../draft/use-unsaved-draft-storage.ts";
import { formatShortcut } from "../shortcuts/shortcuts.ts";
import { useShortcuts } from "../shortcuts/use-shortcuts.ts";
import { paths } from "../../paths.ts";
import { BackLink } from "../../ui/back-link.tsx";
import { Copyable } from "../../ui/copyable.tsx";
import { Notice } from "../../ui/notice.tsx";
import { PageHead } from "../../ui/page-head.tsx";
import { toastProblem } from "../../ui/toast.ts";
import { UsesPanel } from "../../library/uses/uses-panel.tsx";
import { useLibrary } from "../../library/use-library.ts";
import { SnippetPreview } from "./snippet-preview.tsx";
import classes from "./snippet-workbench.module.css";
import { savedSnippetOf, useSnippetSaving } from "./use-snippet-saving.ts";

type Part = "html" | "css";

const labels: Readonly<Record<Part, string>> = { html: "HTML", css: "CSS" };

/** The editor of one snippet. It starts with what is saved and with the edits that the last visit left unsaved. */
export function SnippetWorkbench({ snippet }: { snippet: Snippet }) {
  const { projectId } = useProject();
  const may = useMay();
  const { accountId } = useAccount();
  const { snippetId, name } = snippet;
  const params = { projectId, snippetId };
  const mayEdit = may(operations.saveSnippet.member);
  const [{ storage, store, unsaved }] = useState(() => {
    const storage = createUnsavedDraftStorage(localStorage, { accountId, templateId: snippetId });
    const unsaved = mayEdit ? storage.read() : undefined;
    const store = createEditorStore({ draft: savedSnippetOf(snippet), unsaved, mayEdit });
    return { storage, store, unsaved: store.getState().isChanged ? unsaved?.source : undefined };
  });
  const { history, isChanged } = useSyncExternalStore(store.subscribe, store.getState);
  const { isStored } = useUnsavedDraftStorage(store, storage);
  const saving = useSnippetSaving(store, { ...params, restored: unsaved });
  const { failure } = saving;
  const [part, setPart] = useState<Part>("html");
  const [goTo, setGoTo] = useState<{ offset: number }>();
  const [status, setStatus] = useState<CodeStatus>({ line: 1, column: 1, mistakes: 0 });
  const usesQuery = operationQuery(operations.getSnippetUses.member, { params });
  const { data: uses } = useQuery(usesQuery);
  const names = useLibrary();
  const [library] = useState(() => createHolder<LibraryNames>(names));
  useEffect(() => library.hold(names), [library, names]);
  const languages = useMemo(
    (): Readonly<Record<Part, Extension>> => ({
      html: [html(), mustacheSupport(() => ({})), librarySupport(library.read), mistakes("html")],
      css: [css(), librarySupport(library.read), mistakes("css")],
    }),
    [library],
  );
  const source = history.present;
  const text = source[part];

  async function save(): Promise<void> {
    if (mayEdit) await saving.save();
  }
  useShortcuts({ save: () => void save() });
  useDocumentTitle(`${isChanged ? "• " : ""}${name} · Platen`);

  async function format(): Promise<void> {
    if (part === "html" && findSyntaxMistake(text, { takesSnippets: true })) {
      toastProblem("Not formatted: fix the mistake in the Mustache first.");
      return;
    }
    const { formatCss, formatHtml } = await import("../code/format-source.ts");
    const formatted = part === "css" ? formatCss(text) : formatHtml(text);
    if (formatted === undefined)
      toastProblem(`Not formatted: formatting would change what this ${labels[part]} means.`);
    else store.change({ [part]: formatted });
  }

  const host = uses?.templates.find(({ isInDraft }) => isInDraft);
  return (
    <>
      <BackLink to={paths.snippets({ projectId })}>Snippets</BackLink>
      <PageHead
        title={name}
        documentTitle={`${isChanged ? "• " : ""}${name}`}
        description={
          <span className={classes["tag"]}>
            <Copyable name="tag" value={`{{> ${name} }}`} />
          </span>
        }
      >
        <output style={{ alignSelf: "center", color: "var(--soft)", fontSize: "0.84375rem" }}>
          {mayEdit ? (saving.isSaving ? "Saving…" : isChanged ? "Not saved" : "Saved") : "View only"}
        </output>
        {mayEdit ? (
          <Tooltip label={`Save (${formatShortcut("mod+s")})`}>
            <Button
              loading={saving.isSaving}
              data-disabled={!isChanged}
              aria-disabled={!isChanged}
              onClick={() => void save()}
            >
              Save
            </Button>
          </Tooltip>
        ) : null}
      </PageHead>
      {failure ? (
        <Notice kind="failure">
          Not saved. {failure.message}{" "}
          {failure.position ? (
            <Anchor
              component="button"
              type="button"
              inherit
              onClick={() => {
                setPart(failure.position.part === "css" ? "css" : "html");
                setGoTo({ offset: failure.position.offset });
              }}
            >
              Show it
            </Anchor>
          ) : null}
        </Notice>
      ) : null}
      {unsaved && isChanged ? (
        <Notice kind="warning">These are edits of your last visit that are not saved yet.</Notice>
      ) : null}
      {isStored ? null : (
        <Notice kind="warning">The browser has no room to keep your edits. Save before you leave this page.</Notice>
      )}
      <div className={classes["bench"]}>
        <div className={classes["code"]}>
          <TextTabs
            label="Parts of the snippet"
            tabs={[
              { id: "html", label: "HTML" },
              { id: "css", label: "CSS", isEmpty: source.css === "" },
            ]}
            selected={part}
            onSelect={setPart}
          />
          <CodeEditor
            key={part}
            label={labels[part]}
            text={text}
            language={languages[part]}
            isReadOnly={!mayEdit}
            onChange={(next) => store.change({ [part]: next }, `code-${part}`)}
            onStatus={setStatus}
            undo={store.undo}
            redo={store.redo}
            format={() => void format()}
            goTo={goTo}
            memoryKey={`${snippetId}/${part}`}
          />
          <CodeStatusBar status={status} {...(mayEdit ? { onFormat: () => void format() } : {})} />
        </div>
        <div style={{ display: "grid", gap: "1.5rem", minWidth: 0 }}>
          <UsesPanel
            query={usesQuery}
            updatePath={may(operations.republishVersion.member) ? paths.snippetUpdate(params) : undefined}
          />
          {may(operations.previewSource) ? <SnippetPreview html={source.html} css={source.css} host={host} /> : null}
        </div>
      </div>
      <ConflictDialog kind="snippet" saving={saving} mine={source} />
    </>
  );
}
