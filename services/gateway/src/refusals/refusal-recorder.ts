import { maxRefusalsPerCall, recordRefusals, type Refusal } from "@platen/contracts/internal";
import { createId } from "@platen/contracts";
import { describeError, type Logger } from "@platen/telemetry";
import type { Catalog } from "../catalog/catalog.ts";
import { createGatheredCalls } from "../catalog/gathered-calls.ts";

const timeoutMs = 2_000;

/** One refused request. */
export type RefusedRequest = Omit<Refusal, "requests">;

/**
 * Creates the recorder of refused requests. It gathers them, counts those with the same key and code together, and sends
 * them in one call at a time. However many requests are refused, it keeps one call's worth of them in memory; others of
 * that time are not recorded. A call that fails is not repeated: no request waits for it.
 */
export function createRefusalRecorder(deps: {
  catalog: Pick<Catalog, "call">;
  logger: Pick<Logger, "warn">;
  /** Calls a function after the time in which refusals gather. */
  later: (send: () => void) => void;
}) {
  const { catalog, logger, later } = deps;
  let gathered = new Map<string, Refusal>();

  async function send(): Promise<void> {
    const refusals = [...gathered.values()];
    gathered = new Map();
    if (refusals.length === 0) return;
    try {
      await catalog.call(recordRefusals, { body: { refusals } }, { requestId: createId("request") }, { timeoutMs });
    } catch (error) {
      logger.warn("recording refused requests failed", { refusals: refusals.length, ...describeError(error) });
    }
  }

  const calls = createGatheredCalls({ send, isEmpty: () => gathered.size === 0, later });

  return {
    /** Notes a refused request, without I/O. */
    note(refused: RefusedRequest): void {
      const name = `${refused.keyHash} ${refused.code}`;
      const requests = (gathered.get(name)?.requests ?? 0) + 1;
      if (requests === 1 && gathered.size >= maxRefusalsPerCall) return;
      gathered.set(name, { ...refused, requests });
      calls.plan();
    },

    /** Sends what is gathered; resolves when all calls have ended. */
    close: () => calls.close(),
  };
}

export type RefusalRecorder = ReturnType<typeof createRefusalRecorder>;
