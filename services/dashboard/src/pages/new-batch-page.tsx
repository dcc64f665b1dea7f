import { createProjectBatch } from "@platen/contracts/project-batches";
import { useState } from "react";
import { Navigate, useNavigate } from "react-router";
import { NewBatchForm } from "../batches/new/new-batch-form.tsx";
import { SendingPanel } from "../batches/new/sending-panel.tsx";
import { useSending, type Order } from "../batches/new/use-sending.ts";
import { useMay, useProject } from "../components/project-context.ts";
import { paths } from "../paths.ts";
import { BackLink } from "../ui/back-link.tsx";
import { PageHead } from "../ui/page-head.tsx";

export function NewBatchPage() {
  const { projectId, name } = useProject();
  const may = useMay();
  const navigate = useNavigate();
  const [order, setOrder] = useState<Order>();
  const { sending, discarding, progress, batchId } = useSending(
    (started) => void navigate(paths.batch({ projectId, batchId: started }), { replace: true }),
  );
  if (!may(createProjectBatch)) return <Navigate to={paths.batches({ projectId })} replace />;

  function send(next: Order): void {
    setOrder(next);
    sending.mutate(next);
  }
  // Before the batch is created, the person may change everything.
  const isOpen = !sending.isPending && !sending.isSuccess && batchId === undefined;
  return (
    <>
      <BackLink to={paths.batches({ projectId })}>Batches</BackLink>
      <PageHead
        title="New batch"
        documentTitle={`New batch · ${name}`}
        description="A PDF for each row of a CSV file, and all of them as a ZIP."
      />
      <div hidden={!isOpen}>
        <NewBatchForm error={isOpen ? sending.error : null} onSend={send} />
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
