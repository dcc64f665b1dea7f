import { operations } from "@platen/contracts";
import { parseExactJson } from "@platen/contracts/exact-json";
import { useQuery } from "@tanstack/react-query";
import { operationQuery, useOperation } from "../../api/operation-query.ts";
import { ConfirmDialog } from "../dialogs/confirm-dialog.tsx";
import { NameDialog } from "../dialogs/name-dialog.tsx";
import { TemplateDetailsDialog } from "./template-details-dialog.tsx";
import { toast } from "../../ui/toast.ts";
import type { DialogState } from "../../ui/use-dialog.ts";
import { useProject } from "../project-context.ts";
import { UseItDialog } from "../use-it/use-it-dialog.tsx";
import type { Template } from "./use-new-template.ts";

const templateQueries = [operations.listTemplates.member, operations.getTemplate.member];

/** The open dialog, and its template. */
export type TemplateDialog = { kind: "rename" | "details" | "use" | "delete"; template: Template };

/** The snippets with the draft's first data set. */
function UseItFromList({ template, isOpen, onClose }: { template: Template; isOpen: boolean; onClose: () => void }) {
  const { projectId } = useProject();
  const { templateId } = template;
  const { data: draft } = useQuery({
    ...operationQuery(operations.getDraft.member, { params: { projectId, templateId } }),
    enabled: isOpen,
  });
  // The contract allows only JSON objects.
  const data = parseExactJson(draft?.dataSets[0]?.json ?? "{}") as Record<string, unknown>;
  return <UseItDialog template={template} data={data} isOpen={isOpen && draft !== undefined} onClose={onClose} />;
}

/** The dialogs that the menu of a template opens. */
export function TemplateDialogs({
  dialog: { subject, isOpen, close },
  onDeleted,
}: {
  dialog: DialogState<TemplateDialog>;
  onDeleted?: () => void;
}) {
  const { projectId } = useProject();
  const { mutateAsync: updateTemplate } = useOperation(operations.updateTemplate.member, templateQueries);
  const { mutateAsync: deleteTemplate } = useOperation(operations.deleteTemplate.member, templateQueries);
  if (!subject) return null;
  const { kind, template } = subject;
  const { templateId, name } = template;
  const params = { projectId, templateId };
  const propsFor = (wanted: TemplateDialog["kind"]) => ({ isOpen: isOpen && kind === wanted, onClose: close });
  return (
    <>
      <NameDialog
        title="Rename template"
        submit="Rename"
        initialName={name}
        {...propsFor("rename")}
        send={(newName) => updateTemplate({ params, body: { name: newName } })}
      />
      <TemplateDetailsDialog template={template} {...propsFor("details")} />
      <UseItFromList template={template} {...propsFor("use")} />
      <ConfirmDialog
        title={`Delete “${name}”?`}
        confirmLabel="Delete template"
        {...propsFor("delete")}
        onConfirm={() => deleteTemplate({ params })}
        onDone={() => {
          toast(`“${name}” is deleted.`);
          onDeleted?.();
        }}
      >
        <p>This deletes the template with all its versions. Requests that name it will fail. You cannot undo this.</p>
      </ConfirmDialog>
    </>
  );
}
