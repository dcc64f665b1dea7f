import { operations } from "@platen/contracts";
import { Anchor, Skeleton } from "@mantine/core";
import { useState } from "react";
import { Link, Navigate, useNavigate, useSearchParams } from "react-router";
import { ContinuePanel } from "../batches/new/continue-panel.tsx";
import { NewBatchForm } from "../batches/new/new-batch-form.tsx";
import { SendingPanel } from "../batches/new/sending-panel.tsx";
import { useSendingMemory } from "../batches/new/use-sending-memory.ts";
import { useSending, type Order } from "../batches/new/use-sending.ts";
import { useUnfinishedSending } from "../batches/new/use-unfinished-sending.ts";
import { useMay, useProject } from "../components/project-context.ts";
import { paths } from "../paths.ts";
import { BackLink } from "../ui/back-link.tsx";
import { formatCount } from "../ui/format.ts";
import { Notice } from "../ui/notice.tsx";
import { PageHead } from "../ui/page-head.tsx";

type NewBatchProps = {
  /** The batch whose sending goes on; undefined for a new one. */
  continued: string | undefined;
};

function NewBatch({ continued }: NewBatchProps) {
  const { projectId, name } = useProject();
  const may = useMay();
  const navigate = useNavigate();
  const [order, setOrder] = useState<Order>();
  const memory = useSendingMemory();
  const { unfinished, isLoading } = useUnfinishedSending(memory, continued);
  const { sending, discarding, progress, batchId } = useSending(
    memory,
    (started) => void navigate(paths.batch({ projectId, batchId: started }), { replace: true }),
  );
  if (!may(operations.createBatch.member)) return <Navigate to={paths.batches({ projectId })} replace />;

  function send(next: Order): void {
    setOrder(next);
    sending.mutate(next);
  }
  // Before the batch is created, the person may change everything.
  const isOpen = !sending.isPending && !sending.isSuccess && batchId === undefined;
  if (isOpen && continued !== undefined && !unfinished && !isLoading)
    return <Navigate to={paths.batch({ projectId, batchId: continued })} replace />;
  return (
    <>
      <BackLink to={paths.batches({ projectId })}>Batches</BackLink>
      <PageHead
        title="New batch"
        documentTitle={`New batch · ${name}`}
        description="A PDF for each row of a spreadsheet, and all of them as a ZIP."
      />
      <div hidden={!isOpen}>
        {continued === undefined ? (
          <>
            {unfinished ? (
              <Notice kind="warning">
                {unfinished.batch.rowCount.toLocaleString("en")} of {formatCount(unfinished.sending.rows, "row")} of{" "}
                {unfinished.sending.file.name} {unfinished.sending.rows === 1 ? "is" : "are"} sent.{" "}
                <Anchor
                  component={Link}
                  to={paths.continueBatch({ projectId, batchId: unfinished.sending.batchId })}
                  inherit
                  underline="always"
                >
                  Continue sending {unfinished.sending.file.name}
                </Anchor>
              </Notice>
            ) : null}
            <NewBatchForm
              failed={isOpen && order && sending.error ? { order, error: sending.error } : undefined}
              onSend={send}
            />
          </>
        ) : unfinished ? (
          <ContinuePanel projectId={projectId} sending={unfinished.sending} batch={unfinished.batch} onSend={send} />
        ) : (
          <Skeleton height={160} />
        )}
      </div>
      {isOpen || progress === undefined ? null : (
        <SendingPanel
          progress={progress}
          error={discarding.error ?? sending.error}
          params={batchId === undefined ? undefined : { projectId, batchId }}
          isDiscarding={discarding.isPending}
          onAgain={() => (order ? send(order) : undefined)}
          onDiscard={() => discarding.mutate(projectId)}
        />
      )}
    </>
  );
}

export function NewBatchPage() {
  const [search] = useSearchParams();
  const continued = search.get("continue") ?? undefined;
  return <NewBatch key={continued ?? ""} continued={continued} />;
}
