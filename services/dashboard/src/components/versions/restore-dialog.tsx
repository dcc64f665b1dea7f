import { operations } from "@platen/contracts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import { operationQuery, useOperation } from "../../api/operation-query.ts";
import { ConfirmDialog } from "../../forms/confirm-dialog.tsx";
import { paths } from "../../paths.ts";
import { toast } from "../../ui/toast.ts";
import { useProject } from "../project-context.ts";

type RestoreDialogProps = { templateId: string; version: number | undefined; isOpen: boolean; onClose: () => void };

/** Copies a version into the draft, over what that is when the dialog opens, and goes to the editor with it. */
export function RestoreDialog({ templateId, version = 0, isOpen, onClose }: RestoreDialogProps) {
  const { projectId } = useProject();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const params = { projectId, templateId };
  const draftQuery = operationQuery(operations.getDraft, { params });
  const { data: draft } = useQuery({ ...draftQuery, enabled: isOpen, staleTime: 0 });
  const { mutateAsync: restoreVersion } = useOperation(operations.restoreVersion, [
    operations.getProjectTemplate,
    operations.listProjectTemplates,
  ]);
  async function restore(): Promise<void> {
    const { revision } = draft ?? (await queryClient.fetchQuery(draftQuery));
    const restored = await restoreVersion({ params: { ...params, version: String(version) }, body: { revision } });
    queryClient.setQueryData(draftQuery.queryKey, restored);
  }
  return (
    <ConfirmDialog
      title={`Restore version ${version}?`}
      act="Restore version"
      isOpen={isOpen}
      onClose={onClose}
      onConfirm={restore}
      onDone={() => {
        toast(`The draft is version ${version} again.`);
        void navigate(paths.template(params));
      }}
    >
      <p>
        The draft becomes what version {version} is. What the draft has now goes, unless it is published. Documents are
        made from the current version until you publish.
      </p>
    </ConfirmDialog>
  );
}
