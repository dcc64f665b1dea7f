import { Agent, request } from "node:http";
import { setTimeout as delay } from "node:timers/promises";

/** Who asks: an API key, and what it asks for. */
export type Customer = {
  baseUrl: string;
  key: string;
  body: string;
  /** For `Platen-Deadline-Ms`; else the service's own deadline. */
  deadlineMs?: number;
};

export type Answer = {
  status: number;
  /** When its last byte was there, on the clock of `performance.now()`. */
  answeredAt: number;
  tookMs: number;
  renderMs: number;
  retryAfterSeconds: number;
  body: Buffer;
};

const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });

/** Asks for a document, by Node's own client, which costs the least on a machine that is all load. */
export function generate({ baseUrl, key, body, deadlineMs }: Customer): Promise<Answer> {
  const startedAt = performance.now();
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const headers = {
    authorization: `Bearer ${key}`,
    "content-type": "application/json",
    "content-length": Buffer.byteLength(body),
    ...(deadlineMs === undefined ? {} : { "platen-deadline-ms": deadlineMs }),
  };
  const outgoing = request(`${baseUrl}/api/v1/generate`, { method: "POST", agent, headers }, (response) => {
    const parts: Buffer[] = [];
    response.on("data", (part: Buffer) => parts.push(part));
    response.on("error", reject);
    response.on("end", () => {
      const renderMs = /render;dur=([\d.]+)/.exec(String(response.headers["server-timing"]))?.[1];
      const answeredAt = performance.now();
      resolve({
        status: response.statusCode ?? 0,
        answeredAt,
        tookMs: answeredAt - startedAt,
        renderMs: Number(renderMs ?? 0),
        retryAfterSeconds: Number(response.headers["retry-after"] ?? 0),
        body: Buffer.concat(parts),
      });
    });
  });
  outgoing.on("error", reject);
  outgoing.end(body);
  return promise;
}

export type Load = { answers: Answer[]; perSecond: number };

/** Keeps so many requests under way, for so long; each answer, and how many documents came per second. */
export async function keepInFlight(customer: Customer, count: number, ms: number): Promise<Load> {
  const answers: Answer[] = [];
  const startedAt = performance.now();
  const lane = async () => {
    while (performance.now() - startedAt < ms) answers.push(await generate(customer));
  };
  await Promise.all(Array.from({ length: count }, lane));
  const seconds = (performance.now() - startedAt) / 1_000;
  return { answers, perSecond: documentsOf(answers).length / seconds };
}

/** Sends requests at a rate, whatever becomes of the ones before, and waits for their answers. */
export async function offer(customer: Customer, perSecond: number, ms: number): Promise<Answer[]> {
  const calls: Promise<Answer>[] = [];
  const startedAt = performance.now();
  for (;;) {
    calls.push(generate(customer));
    const nextMs = (1_000 * calls.length) / perSecond;
    if (nextMs >= ms) break;
    const waitMs = startedAt + nextMs - performance.now();
    if (waitMs > 0) await delay(waitMs);
  }
  return Promise.all(calls);
}

/** The answers that are documents. */
export function documentsOf(answers: readonly Answer[]): Answer[] {
  return answers.filter(({ status }) => status === 200);
}

/**
 * How many documents were made per second between two times on the clock of `performance.now()`. One that was being
 * rendered at one of them counts with its part: of a few large ones whole ones would say little.
 */
export function documentsPerSecond(answers: readonly Answer[], from: number, to: number): number {
  const made = documentsOf(answers).map(({ answeredAt, renderMs }) => {
    const tookMs = Math.max(1, renderMs);
    const within = Math.min(to, answeredAt) - Math.max(from, answeredAt - tookMs);
    return Math.max(0, within) / tookMs;
  });
  return (1_000 * made.reduce((sum, part) => sum + part, 0)) / (to - from);
}

/** How long each took, in milliseconds. */
export function timesOf(answers: readonly Answer[]): number[] {
  return answers.map(({ tookMs }) => tookMs);
}

/** The value that a share of the values does not exceed: 0.5 for the median. */
export function quantile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * share)] ?? Number.NaN;
}

/** The value that half of the values do not exceed. */
export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}
