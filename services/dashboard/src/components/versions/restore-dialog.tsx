import { operations } from "@platen/contracts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import { operationQuery, useOperation } from "../../api/operation-query.ts";
import { ConfirmDialog } from "../dialogs/confirm-dialog.tsx";
import { paths } from "../../paths.ts";
import { toast } from "../../ui/toast.ts";
import { useProject } from "../project-context.ts";

type RestoreDialogProps = { templateId: string; version: number | undefined; isOpen: boolean; onClose: () => void };

/** Replaces the draft, as it is when the dialog opens, by a version, and opens the editor. */
export function RestoreDialog({ templateId, version = 0, isOpen, onClose }: RestoreDialogProps) {
  const { projectId } = useProject();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const params = { projectId, templateId };
  const draftQuery = operationQuery(operations.getDraft.member, { params });
  const { data: draft } = useQuery({ ...draftQuery, enabled: isOpen, staleTime: 0 });
  const { mutateAsync: restoreVersion } = useOperation(operations.restoreVersion.member, [
    operations.getTemplate.member,
    operations.listTemplates.member,
  ]);
  async function restore(): Promise<void> {
    const { revision } = draft ?? (await queryClient.fetchQuery(draftQuery));
    const restored = await restoreVersion({ params: { ...params, version: String(version) }, body: { revision } });
    queryClient.setQueryData(draftQuery.queryKey, restored);
  }
  return (
    <ConfirmDialog
      title={`Restore version ${version}?`}
      confirmLabel="Restore version"
      isOpen={isOpen}
      onClose={onClose}
      onConfirm={restore}
      onDone={() => {
        toast(`Version ${version} is restored to the draft.`);
        void navigate(paths.template(params));
      }}
    >
      <p>
        This replaces the draft by version {version}. Unpublished changes in the draft are lost. Documents are generated
        from the live version until you publish the draft. To go back at once, use “Make live” instead.
      </p>
    </ConfirmDialog>
  );
}
