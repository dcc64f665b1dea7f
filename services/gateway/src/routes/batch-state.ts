import { operations, type ResponseOutput } from "@platen/contracts";
import { accountHolder } from "@platen/contracts/holder";
import { internalOperations } from "@platen/contracts/internal";
import { Reply } from "@platen/http";
import type { RecordWaits } from "../background/record-waits.ts";
import { batchEvents, knowsEnd } from "../batches/batch-events.ts";
import type { SharedReads } from "../batches/shared-reads.ts";
import { credentialOf } from "../catalog/caller.ts";
import type { ReadTurns } from "../rate-limit/read-turns.ts";
import type { Routes } from "./routes.ts";

/** How often a waiting request looks whether its batch has ended. */
const pollMs = 2_000;

/** The signal of a read for which others may wait as well when its caller hangs up. */
const unending = () => new AbortController().signal;

type Parts = {
  recordWaits: RecordWaits;
  readTurns: ReadTurns;
  batchReads: SharedReads<ResponseOutput<typeof operations.getBatch.key>>;
};

/** Mounts the operations that tell of a batch, and wait for its end or its next change. */
export function mountBatchState(routes: Routes, { recordWaits, readTurns, batchReads }: Parts): void {
  routes.mount(operations.getBatch, async ({ params, query }, context) => {
    const { call, tenant, signal } = context;
    const { wait = 0 } = query;
    const readIn = (asking: AbortSignal) => call(internalOperations.getBatch, { params }, { signal: asking });
    if (wait === 0) return readIn(signal);
    const { accountId } = await tenant();
    const holder = accountHolder(accountId);
    const read = (asking: AbortSignal) => readTurns.run(holder, asking, () => readIn(asking));
    const follower = batchReads.follow({
      subjectId: params.batchId,
      holder,
      credential: credentialOf(context.caller) ?? "",
      read: () => read(unending()),
    });
    try {
      return await recordWaits.untilFinal(() => read(signal), {
        subjectId: params.batchId,
        holder,
        waitMs: wait * 1_000,
        signal,
        isPending: ({ status }) => status === "queued" || status === "running",
        pollMs,
        readAgain: () => follower.read(),
      });
    } finally {
      follower.leave();
    }
  });

  routes.mount(operations.getBatchEvents, async ({ params, headers }, context) => {
    const { call, signal } = context;
    const { accountId } = await context.tenant();
    const holder = accountHolder(accountId);
    const readIn = (asking: AbortSignal) =>
      readTurns.run(holder, asking, () => call(internalOperations.getBatch, { params }, { signal: asking }));
    const read = () => readIn(unending());
    const batch = await readIn(signal);
    const lastEventId = headers["Last-Event-ID"];
    // To an `EventSource`, 204 says that it need not come back.
    if (knowsEnd(batch, lastEventId)) return new Reply({ status: 204 });
    const content = batchEvents(batch, {
      lastEventId,
      enter() {
        const leave = recordWaits.enter(holder);
        if (!leave) return undefined;
        const credential = credentialOf(context.caller) ?? "";
        const follower = batchReads.follow({ subjectId: params.batchId, holder, credential, read });
        return {
          read: () => follower.read(),
          leave() {
            follower.leave();
            leave();
          },
        };
      },
      signal: AbortSignal.any([signal, recordWaits.closing]),
    });
    return new Reply({
      headers: {
        "Content-Type": "text/event-stream",
        // Proxies neither keep nor compress the events, nor hold them back.
        "Cache-Control": "no-store, no-transform",
        "X-Accel-Buffering": "no",
        // So no idle connection is left when a gateway that closes has ended the stream.
        Connection: "close",
      },
      pieces: { content },
    });
  });
}
