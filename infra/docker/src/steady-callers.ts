import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { waitFor } from "@platen/testing";
import type { Answer, Caller } from "@platen/e2e/caller";

/** One request: an answer for each attempt to send it. The last attempt counts. */
export type Conversation = { marker: string; answers: Answer[] };

export const deadlineMs = 15_000;
/** Pause of a caller after a refusal. */
const pauseMs = 250;
/** How long a caller repeats a request whose connection breaks. */
const retryWindowMs = 60_000;

/** Callers that ask for one document after the other until `stop`. */
export type SteadyCallers = {
  /** Waits for `wanted` more PDFs. Resolves to the time of the first. */
  nextPdfs(count: number): Promise<number>;
  /** Waits for the answers of requests under way. Resolves to all conversations. */
  stop(): Promise<Conversation[]>;
};

/** Starts `count` callers. After a broken connection a caller repeats its request with the same Idempotency-Key. */
export function startCallers(caller: Caller, count: number, name: string): SteadyCallers {
  const conversations: Conversation[] = [];
  const stopping = new AbortController();

  async function converse(): Promise<void> {
    const conversation: Conversation = { marker: `${name}, document ${conversations.length + 1}`, answers: [] };
    conversations.push(conversation);
    const headers = { "idempotency-key": randomUUID(), "platen-deadline-ms": String(deadlineMs) };
    const retryUntil = performance.now() + retryWindowMs;
    do {
      const answer = await caller.ask(conversation.marker, { headers });
      conversation.answers.push(answer);
      if (answer.status !== 200) await delay(pauseMs);
      if (answer.status !== "no answer") return;
    } while (performance.now() < retryUntil);
  }

  async function runCaller(): Promise<void> {
    while (!stopping.signal.aborted) await converse();
  }
  const callers = Array.from({ length: count }, runCaller);

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
      await Promise.all(callers);
      return conversations;
    },
  };
}
