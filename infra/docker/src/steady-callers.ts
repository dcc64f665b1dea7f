import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { waitFor } from "@platen/testing";
import type { Answer, Caller } from "../../../e2e/faults/load/caller.ts";

/** One request: each time it was sent, the last time being the one that was answered. */
export type Conversation = { marker: string; answers: Answer[] };

export const deadlineMs = 15_000;
/** Callers that were refused do not come back at once. */
const pauseMs = 250;
/** A request whose connection breaks is sent again for so long. */
const patienceMs = 60_000;

/** Callers that ask for one document after the other, until they are stopped. */
export type SteadyCallers = {
  /** Waits for so many more PDFs; gives when the first of them came. */
  nextPdfs(count: number): Promise<number>;
  /** Lets what is under way be answered, and gives all of it. */
  stop(): Promise<Conversation[]>;
};

/** Starts so many callers. A broken connection they answer by asking again with the same Idempotency-Key. */
export function startCallers(caller: Caller, count: number, name: string): SteadyCallers {
  const conversations: Conversation[] = [];
  const stopping = new AbortController();

  async function converse(): Promise<void> {
    const conversation: Conversation = { marker: `${name}, document ${conversations.length + 1}`, answers: [] };
    conversations.push(conversation);
    const headers = { "idempotency-key": randomUUID(), "platen-deadline-ms": String(deadlineMs) };
    const giveUpAt = performance.now() + patienceMs;
    do {
      const answer = await caller.ask(conversation.marker, { headers });
      conversation.answers.push(answer);
      if (answer.status !== 200) await delay(pauseMs);
      if (answer.status !== "no answer") return;
    } while (performance.now() < giveUpAt);
  }

  async function lane(): Promise<void> {
    while (!stopping.signal.aborted) await converse();
  }
  const lanes = Array.from({ length: count }, lane);

  return {
    async nextPdfs(wanted) {
      const from = performance.now();
      const pdfs = () =>
        conversations
          .flatMap(({ answers }) => answers)
          .filter(({ status, answeredAt }) => status === 200 && answeredAt >= from);
      await waitFor(() => pdfs().length >= wanted, {
        describe: `${wanted} more PDFs`,
        timeoutMs: 120_000,
        intervalMs: 100,
      });
      return Math.min(...pdfs().map(({ answeredAt }) => answeredAt));
    },
    async stop() {
      stopping.abort();
      await Promise.all(lanes);
      return conversations;
    },
  };
}
