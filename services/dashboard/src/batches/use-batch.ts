import { operations } from "@platen/contracts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { transport } from "../api/transport.ts";
import type { BatchKey } from "../paths.ts";
import { isUnderWay, type Batch } from "./batch.ts";

/** How long an answer about a batch under way waits for its end. In between, it tells of the progress. */
const waitSeconds = 2;
const betweenWaitsMs = 500;
/** How often a batch that takes rows, or is paused, is read. */
const readAgainMs = 5_000;

function untilNextRead(batch: Batch | undefined): number | false {
  if (batch === undefined) return false;
  if (isUnderWay(batch)) return betweenWaitsMs;
  return batch.finishedAt === null ? readAgainMs : false;
}

/** A batch, which follows its progress. */
export function useBatch(params: BatchKey) {
  const queryClient = useQueryClient();
  const queryKey = [operations.getBatch.member.operationId, { params }];
  return useQuery<Batch>({
    queryKey,
    queryFn: ({ signal }) => {
      const known = queryClient.getQueryData<Batch>(queryKey);
      const wait = known && isUnderWay(known) ? waitSeconds : 0;
      return transport.call(operations.getBatch.member, { params, query: { wait } }, { signal });
    },
    refetchInterval: ({ state }) => untilNextRead(state.data),
  });
}
