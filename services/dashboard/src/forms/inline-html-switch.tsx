import { Switch } from "@mantine/core";
import { operations } from "@platen/contracts";
import { useOperation } from "../api/operation-query.ts";
import { problemMessage } from "../api/problem-message.ts";
import type { Project } from "../components/project-context.ts";
import { Notice } from "../ui/notice.tsx";
import { toast } from "../ui/toast.ts";

/** Allows a project's keys to send HTML of their own, or ends that. */
export function InlineHtmlSwitch({ project }: { project: Project }) {
  const { mutate, error, isPending } = useOperation(operations.renameProject, [
    operations.getProject,
    operations.listMemberProjects,
  ]);
  function change(allowsInlineHtml: boolean): void {
    mutate(
      { params: { projectId: project.projectId }, body: { allowsInlineHtml } },
      {
        onSuccess: () =>
          toast(allowsInlineHtml ? "Requests may bring their own HTML." : "Requests need a template again."),
      },
    );
  }
  return (
    <>
      {error ? <Notice kind="failure">{problemMessage(error)}</Notice> : null}
      <Switch
        label="API keys may send HTML in place of a template"
        checked={project.allowsInlineHtml}
        disabled={isPending}
        onChange={({ currentTarget }) => change(currentTarget.checked)}
      />
    </>
  );
}
