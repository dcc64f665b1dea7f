import { operations } from "@platen/contracts";
import { Button } from "@mantine/core";
import { useNavigate } from "react-router";
import { useOperation } from "../api/operation-query.ts";
import { ConfirmDialog } from "../components/dialogs/confirm-dialog.tsx";
import { paths, type BatchKey } from "../paths.ts";
import { formatCount } from "../ui/format.ts";
import { toast } from "../ui/toast.ts";
import { useDialog } from "../ui/use-dialog.ts";
import type { Batch } from "./batch.ts";

/** Deletes the batch, and leads to the list of those that are left. */
export function DeleteBatch({ params, batch }: { params: BatchKey; batch: Batch }) {
  const navigate = useNavigate();
  const { open, props } = useDialog();
  const { mutateAsync: remove } = useOperation(operations.deleteBatch.member, [operations.listBatches.member]);
  const { counts, finishedAt } = batch;
  return (
    <>
      <Button color="red" variant="outline" onClick={() => open(true)}>
        Delete
      </Button>
      <ConfirmDialog
        title="Delete this batch?"
        confirmLabel="Delete batch"
        {...props}
        onConfirm={() => remove({ params })}
        onDone={() => {
          toast("The batch is deleted.");
          void navigate(paths.batches({ projectId: params.projectId }));
        }}
      >
        <p>
          {finishedAt === null && counts.open > 0
            ? `Platen cancels the ${formatCount(counts.open, "open row")}. `
            : null}
          Platen deletes the batch with its rows
          {counts.completed > 0 ? ` and its ${formatCount(counts.completed, "PDF")}` : null}. The records of its
          documents stay. You cannot undo this.
        </p>
      </ConfirmDialog>
    </>
  );
}
