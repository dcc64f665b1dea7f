import type { Answer } from "../load/caller.ts";
import type { Round } from "../runner/tenant-row.ts";

// What the rows T send.

export const generate = "/api/v1/generate";
/** The attacker's documents may put so much before the victim's: later a worker prints other documents beside a slow one. */
export const oneRenderMs = 250;

type Send = Parameters<Round>[0];

/** Sends a document of one of the attacker's templates. */
export function document(templateId: string, data: object, options: object = {}) {
  const body = JSON.stringify({ templateId, data, options });
  const headers = { "platen-deadline-ms": "8000" };
  return (send: Send, more: Partial<Parameters<Send>[1]> = {}) =>
    send(generate, { as: "key", body, ...more, headers: { ...headers, ...more.headers } });
}

export const times = <T>(count: number, send: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => send(index)));
export const named = (index: number) => JSON.stringify({ name: `More ${index}` });
export const count = (answers: readonly Answer[], status: number) =>
  answers.filter((answer) => answer.status === status).length;
export const sleeping = (ms: number) =>
  `<p>x</p><script>window.platenReady = new Promise((done) => setTimeout(done, ${ms}))</script>`;
export const javascript = { javascript: true };
