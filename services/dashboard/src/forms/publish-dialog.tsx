import { Anchor, Skeleton, Textarea } from "@mantine/core";
import { operations, type ResponseOutput } from "@platen/contracts";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { operationQuery, useOperation } from "../api/operation-query.ts";
import { problemMessage } from "../api/problem-message.ts";
import { useProject } from "../components/project-context.ts";
import type { Source } from "../components/source-diff/changed-parts.ts";
import { SourceChanges } from "../components/source-diff/source-changes.tsx";
import { ComparedPages } from "../components/versions/compared-pages.tsx";
import { useMakeLive } from "../components/versions/use-make-live.ts";
import { paths } from "../paths.ts";
import { Dialog } from "../ui/dialog.tsx";
import { Notice } from "../ui/notice.tsx";
import { FormButtons } from "../components/form/form-buttons.tsx";
import classes from "./publish-dialog.module.css";
import { useForm } from "../components/form/use-form.ts";

type Template = ResponseOutput<typeof operations.getTemplate.member>;

type PublishDialogProps = {
  isOpen: boolean;
  onClose: () => void;
  template: Template;
  /** The source with all edits, saved or not. */
  source: Source;
  /** Saves unsaved edits and returns the draft's revision. */
  save: () => Promise<number>;
  /** The list of unfinished things in the draft. */
  unfinished?: ReactNode;
};

/** The changes since the current version. */
function ChangesSince({ template: { templateId, version }, source }: Pick<PublishDialogProps, "template" | "source">) {
  const { projectId } = useProject();
  const { data: published, error } = useQuery({
    ...operationQuery(operations.getVersion.member, { params: { projectId, templateId, version: String(version) } }),
    enabled: version !== null,
    staleTime: Infinity,
  });
  if (version === null)
    return <p>This is the first version. After that you can generate documents from the template.</p>;
  return (
    <section>
      <p>Documents are generated from the new version as soon as you publish it. Version {version} is kept.</p>
      <h3 style={{ margin: "0 0 0.35rem", fontSize: "0.875rem", fontWeight: 600 }}>Changes since version {version}</h3>
      <Anchor
        component={Link}
        to={paths.compare({ projectId, templateId, from: version, to: "draft" })}
        target="_blank"
        inherit
      >
        Compare the pages, in a new tab
      </Anchor>
      <div className={classes["changes"]}>
        {published ? (
          <>
            <SourceChanges before={published} after={source} />
            <h4 className={classes["pages"]}>Pages that change</h4>
            <ComparedPages
              templateId={templateId}
              before={{ which: version, source: published }}
              after={{ which: "draft", source }}
              isFilteredFirst
            />
          </>
        ) : error ? (
          <p>The changes could not be loaded: {problemMessage(error)}</p>
        ) : (
          <Skeleton height={18} width="40%" />
        )}
      </div>
    </section>
  );
}

function PublishForm({ onClose, template, source, save, unfinished }: Omit<PublishDialogProps, "isOpen">) {
  const { projectId } = useProject();
  const { templateId } = template;
  const { mutateAsync: publishDraft } = useOperation(operations.publishDraft.member, [
    operations.listTemplates.member,
    operations.getTemplate.member,
    operations.listVersions.member,
  ]);
  const { announce } = useMakeLive({ projectId, templateId });
  const { form, field, problem, isPending } = useForm({
    initialValues: { note: "" },
    send: async ({ note }) => {
      const revision = await save();
      return publishDraft({ params: { projectId, templateId }, body: { revision, note } });
    },
    onDone: ({ version }) => {
      onClose();
      announce({ name: template.name, version, before: template.version });
    },
  });
  return (
    <form {...form}>
      {problem === undefined ? null : <Notice kind="failure">{problem}</Notice>}
      {unfinished}
      <ChangesSince template={template} source={source} />
      <Textarea
        label="Note"
        description="Optional. Say what changed, for people who look at the versions later."
        autosize
        minRows={2}
        maxRows={8}
        mt="md"
        data-autofocus
        {...field("note")}
        onKeyDown={({ key, ctrlKey, metaKey, currentTarget }) => {
          if (key === "Enter" && (ctrlKey || metaKey)) currentTarget.form?.requestSubmit();
        }}
      />
      <FormButtons submit="Publish" isPending={isPending} onCancel={onClose} />
    </form>
  );
}

/** Publishes the draft as a new version with a note. It saves unsaved edits first. */
export function PublishDialog({ isOpen, ...content }: PublishDialogProps) {
  return (
    <Dialog
      title={`Publish “${content.template.name}”`}
      isOpen={isOpen}
      onClose={content.onClose}
      size={content.template.version === null ? "lg" : "xl"}
    >
      <PublishForm {...content} />
    </Dialog>
  );
}
