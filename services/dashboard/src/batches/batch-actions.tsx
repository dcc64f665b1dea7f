import { Button } from "@mantine/core";
import { operations, type Operation, type RequestOf } from "@platen/contracts";
import { FileUp, Pause, Play, RotateCcw } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { useOperation } from "../api/operation-query.ts";
import { problemMessage } from "../api/problem-message.ts";
import { useMay } from "../components/project-context.ts";
import { ConfirmDialog } from "../components/dialogs/confirm-dialog.tsx";
import { paths, type BatchKey } from "../paths.ts";
import { formatCount } from "../ui/format.ts";
import { toast, toastProblem } from "../ui/toast.ts";
import { useDialog } from "../ui/use-dialog.ts";
import { isUnderWay, type Batch } from "./batch.ts";
import { useSendingMemory } from "./new/use-sending-memory.ts";
import { DownloadFailedRows } from "./download-failed-rows.tsx";
import { DeleteBatch } from "./delete-batch.tsx";

const changedQueries: readonly Operation[] = [operations.getBatch.member, operations.listBatches.member];

type SteeringOperation =
  | typeof operations.startBatch.member
  | typeof operations.pauseBatch.member
  | typeof operations.resumeBatch.member;
type SteeringProps = {
  operation: SteeringOperation;
  params: BatchKey;
  icon: ReactNode;
  isQuiet?: boolean;
  children: ReactNode;
};

/** A button that starts, pauses or resumes the batch. */
function Steering({
  operation,
  params,
  icon,
  isQuiet = operation === operations.pauseBatch.member,
  children,
}: SteeringProps) {
  const { mutate, isPending } = useOperation<SteeringOperation>(operation, changedQueries);
  return (
    <Button
      variant={isQuiet ? "default" : "filled"}
      leftSection={icon}
      loading={isPending}
      onClick={() => mutate({ params }, { onError: (error) => toastProblem(problemMessage(error)) })}
    >
      {children}
    </Button>
  );
}

type RetryProps = {
  params: BatchKey;
  rows: NonNullable<RequestOf<typeof operations.retryBatch.member>["body"]>;
  title?: string;
  children: ReactNode;
};

function Retry({ params, rows, title, children }: RetryProps) {
  const { mutate, isPending } = useOperation(operations.retryBatch.member, changedQueries);
  return (
    <Button
      variant="default"
      leftSection={<RotateCcw size={15} aria-hidden />}
      loading={isPending}
      title={title}
      onClick={() => mutate({ params, body: rows }, { onError: (error) => toastProblem(problemMessage(error)) })}
    >
      {children}
    </Button>
  );
}

function Cancel({ params, open: rows }: { params: BatchKey; open: number }) {
  const { open, props } = useDialog();
  const { mutateAsync: cancel } = useOperation(operations.cancelBatch.member, changedQueries);
  return (
    <>
      <Button variant="default" onClick={() => open(true)}>
        Cancel batch
      </Button>
      <ConfirmDialog
        title="Cancel this batch?"
        confirmLabel="Cancel batch"
        {...props}
        onConfirm={() => cancel({ params })}
        onDone={() => toast("The batch is cancelled.")}
      >
        <p>
          Platen makes no PDF of the {formatCount(rows, "row")} that {rows === 1 ? "is" : "are"} open. PDFs that are
          made stay. You cannot undo this.
        </p>
      </ConfirmDialog>
    </>
  );
}

/** The buttons that the state of the batch and one's role allow. */
export function BatchActions({ params, batch }: { params: BatchKey; batch: Batch }) {
  const may = useMay();
  const memory = useSendingMemory();
  const { status, rowCount, counts, rowsWithWarnings, finishedAt } = batch;
  if (!may(operations.startBatch.member)) return null;
  const unfinished = status === "receiving" ? memory.find(params.batchId) : undefined;
  return (
    <>
      {unfinished ? (
        <Button component={Link} to={paths.continueBatch(params)} leftSection={<FileUp size={15} aria-hidden />}>
          Continue sending {unfinished.file.name}
        </Button>
      ) : null}
      {status === "receiving" && rowCount > 0 ? (
        <Steering
          operation={operations.startBatch.member}
          params={params}
          icon={<Play size={15} aria-hidden />}
          isQuiet={unfinished !== undefined}
        >
          Start
        </Steering>
      ) : null}
      {isUnderWay(batch) ? (
        <Steering operation={operations.pauseBatch.member} params={params} icon={<Pause size={15} aria-hidden />}>
          Pause
        </Steering>
      ) : null}
      {status === "paused" ? (
        <Steering operation={operations.resumeBatch.member} params={params} icon={<Play size={15} aria-hidden />}>
          Resume
        </Steering>
      ) : null}
      {(status === "completed" || status === "paused") && counts.failed > 0 ? (
        <Retry params={params} rows={{ failed: "all" }}>
          Retry {formatCount(counts.failed, "failed row")}
        </Retry>
      ) : null}
      {status === "completed" || status === "paused" ? <DownloadFailedRows params={params} batch={batch} /> : null}
      {(status === "completed" || status === "paused") && rowsWithWarnings > 0 ? (
        <Retry
          params={params}
          rows={{ warning: "any" }}
          title="Makes these PDFs again with the same version and data, for example after a font was installed."
        >
          Retry {formatCount(rowsWithWarnings, "row")} with warnings
        </Retry>
      ) : null}
      {finishedAt === null ? <Cancel params={params} open={counts.open} /> : null}
      <DeleteBatch params={params} batch={batch} />
    </>
  );
}
