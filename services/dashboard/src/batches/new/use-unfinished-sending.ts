import { operations } from "@platen/contracts";
import { ApiProblem } from "@platen/client";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { operationQuery } from "../../api/operation-query.ts";
import { useProject } from "../../components/project-context.ts";
import type { Batch } from "../batch.ts";
import type { SendingMemory, UnfinishedSending } from "./unfinished-sending.ts";

type Unfinished = { sending: UnfinishedSending; batch: Batch };

/**
 * The unfinished sending of a batch, or the one that began last, as the page finds it when it opens. The memory forgets it when
 * its batch takes no rows any more.
 */
export function useUnfinishedSending(
  memory: SendingMemory,
  batchId: string | undefined,
): { unfinished: Unfinished | undefined; isLoading: boolean } {
  const { projectId } = useProject();
  const [sending] = useState(() => (batchId === undefined ? memory.latest() : memory.find(batchId)));
  const params = { projectId, batchId: sending?.batchId ?? "" };
  const {
    data: batch,
    error,
    isLoading,
  } = useQuery({
    ...operationQuery(operations.getBatch.member, { params }),
    enabled: sending !== undefined,
  });
  const isOver =
    (batch !== undefined && batch.status !== "receiving") || (error instanceof ApiProblem && error.status === 404);
  useEffect(() => {
    if (isOver && sending) memory.forget(sending.batchId);
  }, [isOver, memory, sending]);
  return { unfinished: sending && batch && !isOver ? { sending, batch } : undefined, isLoading };
}
