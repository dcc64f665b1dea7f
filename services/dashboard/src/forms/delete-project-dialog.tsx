import { Loader, TextInput } from "@mantine/core";
import { operations } from "@platen/contracts";
import { useQueries } from "@tanstack/react-query";
import { operationQuery, useOperation } from "../api/operation-query.ts";
import type { Project } from "../components/project-context.ts";
import { Dialog } from "../ui/dialog.tsx";
import { formatCount } from "../ui/format.ts";
import { Notice } from "../ui/notice.tsx";
import { FormButtons } from "../components/form/form-buttons.tsx";
import { useForm } from "../components/form/use-form.ts";

type DeleteProjectDialogProps = { project: Project; isOpen: boolean; onClose: () => void; onDone: () => void };

/** The number of templates and keys in a project; undefined while they are loading. */
function useContents({ projectId }: Project): { templates: number; apiKeys: number } | undefined {
  const request = { params: { projectId }, query: { pageSize: 1 } };
  const [templates, apiKeys] = useQueries({
    queries: [
      { ...operationQuery(operations.listTemplates.member, request), staleTime: 0 },
      { ...operationQuery(operations.listApiKeys, request), staleTime: 0 },
    ],
  });
  if (!templates.data || !apiKeys.data) return undefined;
  return { templates: templates.data.pagination.total, apiKeys: apiKeys.data.pagination.total };
}

function DeleteProjectForm({ project, onClose, onDone }: Omit<DeleteProjectDialogProps, "isOpen">) {
  const { mutateAsync: deleteProject } = useOperation(operations.deleteProject);
  const contents = useContents(project);
  const { form, field, values, problem, isPending } = useForm({
    initialValues: { confirmName: "" },
    send: ({ confirmName }) =>
      deleteProject({
        params: { projectId: project.projectId },
        query: confirmName === "" ? {} : { confirmName },
      }),
    onDone,
  });
  if (!contents) return <Loader aria-label="Loading the contents of the project" />;
  const isEmpty = contents.templates + contents.apiKeys === 0;
  return (
    <form {...form}>
      {problem === undefined ? null : <Notice kind="failure">{problem}</Notice>}
      {isEmpty ? (
        <p>
          The project has no templates and no API keys. This also deletes its list of documents. You cannot undo this.
        </p>
      ) : (
        <>
          <p>
            This also deletes {formatCount(contents.templates, "template")}, {formatCount(contents.apiKeys, "API key")}{" "}
            and the list of documents.{" "}
            <strong>Every application that uses one of the keys stops working immediately.</strong> You cannot undo
            this.
          </p>
          <TextInput
            label={
              <>
                Type <strong>{project.name}</strong> to confirm
              </>
            }
            autoComplete="off"
            data-autofocus
            {...field("confirmName")}
          />
        </>
      )}
      <FormButtons
        submit="Delete project"
        isPending={isPending}
        onCancel={onClose}
        isDanger
        isDisabled={!isEmpty && values.confirmName !== project.name}
      />
    </form>
  );
}

/** Deletes a project. If it is in use, the user must type its name first. */
export function DeleteProjectDialog({ isOpen, ...form }: DeleteProjectDialogProps) {
  return (
    <Dialog title={`Delete “${form.project.name}”?`} isOpen={isOpen} onClose={form.onClose}>
      <DeleteProjectForm {...form} />
    </Dialog>
  );
}
