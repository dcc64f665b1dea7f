import { Button } from "@mantine/core";
import { operations, type ResponseOutput } from "@platen/contracts";
import { useOperation } from "../api/operation-query.ts";
import { ConfirmDialog } from "./dialogs/confirm-dialog.tsx";
import { toast } from "../ui/toast.ts";
import { useDialog } from "../ui/use-dialog.ts";
import { useMay, useProject } from "./project-context.ts";

const changedQueries = [operations.getDocument.member, operations.listDocuments.member];

/** Cancels a document that Platen makes later. */
export function CancelDocument({ document }: { document: ResponseOutput<typeof operations.getDocument.key> }) {
  const { projectId } = useProject();
  const may = useMay();
  const { open, props } = useDialog();
  const { mutateAsync: cancel } = useOperation(operations.cancelDocument.member, changedQueries);
  if (!may(operations.cancelDocument.member)) return null;
  return (
    <>
      <Button variant="default" onClick={() => open(true)}>
        Cancel document
      </Button>
      <ConfirmDialog
        title="Cancel this document?"
        confirmLabel="Cancel document"
        {...props}
        onConfirm={() => cancel({ params: { projectId, documentId: document.documentId } })}
        onDone={() => toast("Platen does not make the document any more.")}
      >
        <p>Platen does not make its PDF. The record of the document stays. You cannot undo this.</p>
      </ConfirmDialog>
    </>
  );
}
