import { Button } from "@mantine/core";
import { operations, type ResponseOutput } from "@platen/contracts";
import { useOperation } from "../api/operation-query.ts";
import { ConfirmDialog } from "./dialogs/confirm-dialog.tsx";
import { toast } from "../ui/toast.ts";
import { useDialog } from "../ui/use-dialog.ts";
import { useMay, useProject } from "./project-context.ts";

const changedQueries = [operations.getDocument.member, operations.listDocuments.member, operations.getDocumentRequest];

/** Deletes the kept PDF of a document. Once it is gone, nothing can be deleted. */
export function DeleteContent({ document }: { document: ResponseOutput<typeof operations.getDocument.key> }) {
  const { projectId } = useProject();
  const may = useMay();
  const { open, props } = useDialog();
  const { mutateAsync: deleteContent } = useOperation(operations.deleteDocumentContent.member, changedQueries);
  if (!may(operations.deleteDocumentContent.member)) return null;
  const isGone = document.content !== "available" && document.content !== "lost";
  return (
    <>
      {/* It keeps the focus that it has after its dialog. */}
      <Button
        color="red"
        variant="outline"
        aria-disabled={isGone}
        {...(isGone && { "data-disabled": true })}
        onClick={() => (isGone ? undefined : open(true))}
      >
        Delete PDF
      </Button>
      <ConfirmDialog
        title="Delete the PDF?"
        confirmLabel="Delete PDF"
        {...props}
        onConfirm={() => deleteContent({ params: { projectId, documentId: document.documentId } })}
        onDone={() => toast("The PDF is deleted.")}
      >
        <p>
          Nobody can download it any more. Platen deletes the kept request of the document too, if there is one. The
          record of the document stays. You cannot undo this.
        </p>
      </ConfirmDialog>
    </>
  );
}
