import { Anchor, Skeleton } from "@mantine/core";
import { useEffect, useRef } from "react";
import { useQueryClient } from "@tanstack/react-query";
import { operations } from "@platen/contracts";
import { Link, useParams } from "react-router";
import { BatchActions } from "../batches/batch-actions.tsx";
import { BatchDeliveries } from "../batches/batch-deliveries.tsx";
import { BatchOverview } from "../batches/batch-overview.tsx";
import { BatchRows } from "../batches/batch-rows.tsx";
import { batchName, type Batch } from "../batches/batch.ts";
import { useBatch } from "../batches/use-batch.ts";
import { ProblemPanel } from "../components/problem-panel.tsx";
import { useProject } from "../components/project-context.ts";
import { paths } from "../paths.ts";
import { BackLink } from "../ui/back-link.tsx";
import { Copyable } from "../ui/copyable.tsx";
import { formatInstant, shortId } from "../ui/format.ts";
import { PageHead } from "../ui/page-head.tsx";

function Description({ batch }: { batch: Batch }) {
  const { projectId } = useProject();
  const { batchId, templateId, templateName, version, createdAt, attempt } = batch;
  return (
    <>
      <Anchor component={Link} to={paths.documentsOfTemplate({ projectId, templateId })} underline="always">
        {templateName}
      </Anchor>
      , version {version}, created {formatInstant(createdAt)}
      {attempt > 1 ? `, attempt ${attempt}` : null} · <Copyable name="id" value={batchId} short={shortId(batchId)} />
    </>
  );
}

/** Reads the rows once more when the batch ends: the last of them ended after they were read. */
function useRowsAtTheEnd(finishedAt: string | null | undefined): void {
  const queryClient = useQueryClient();
  const seen = useRef(finishedAt);
  useEffect(() => {
    if (seen.current === null && finishedAt)
      void queryClient.invalidateQueries({ queryKey: [operations.listDocuments.member.operationId] });
    seen.current = finishedAt;
  }, [finishedAt, queryClient]);
}

export function BatchPage() {
  const { projectId, name: projectName } = useProject();
  const { batchId = "" } = useParams();
  const params = { projectId, batchId };
  const { data: batch, error, refetch } = useBatch(params);
  useRowsAtTheEnd(batch?.finishedAt);
  const list = { label: "All batches", to: paths.batches({ projectId }) };
  if (error && !batch) return <ProblemPanel error={error} onRetry={() => void refetch()} back={list} />;
  if (!batch) return <Skeleton height={28} width={240} />;
  const name = batchName(batch);
  return (
    <>
      <BackLink to={list.to}>Batches</BackLink>
      <PageHead title={name} documentTitle={`${name} · ${projectName}`} description={<Description batch={batch} />}>
        <BatchActions params={params} batch={batch} />
      </PageHead>
      <BatchOverview params={params} batch={batch} />
      <BatchRows batch={batch} />
      <BatchDeliveries key={batch.status} params={params} />
    </>
  );
}
