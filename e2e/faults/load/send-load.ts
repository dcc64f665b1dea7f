import { Agent, request } from "node:http";
import { setTimeout as delay } from "node:timers/promises";

/** A request for a document with an API key. */
export type Customer = {
  baseUrl: string;
  key: string;
  body: string;
  /** The `Platen-Deadline-Ms` of the request. */
  deadlineMs?: number;
};

export type Answer = {
  status: number;
  /** The time of the last byte, on the clock of `performance.now()`. */
  answeredAt: number;
  tookMs: number;
  renderMs: number;
  retryAfterSeconds: number;
  body: Buffer;
};

const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });

/** Asks for a document with Node's HTTP client, which takes the least processor time. */
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

/** Keeps `count` requests in progress for `ms`, and returns the answers and the documents per second. */
export async function keepInFlight(customer: Customer, count: number, ms: number): Promise<Load> {
  const answers: Answer[] = [];
  const startedAt = performance.now();
  const client = async () => {
    while (performance.now() - startedAt < ms) answers.push(await generate(customer));
  };
  await Promise.all(Array.from({ length: count }, client));
  const seconds = (performance.now() - startedAt) / 1_000;
  return { answers, perSecond: documentsOf(answers).length / seconds };
}

/** Sends requests at a rate, without waiting for earlier answers, and returns all answers. */
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
 * The documents per second between two times on the clock of `performance.now()`. A document that was rendered across one
 * of them counts in part, because whole ones would say little of a few large documents.
 */
export function documentsPerSecond(answers: readonly Answer[], from: number, to: number): number {
  const made = documentsOf(answers).map(({ answeredAt, renderMs }) => {
    const tookMs = Math.max(1, renderMs);
    const within = Math.min(to, answeredAt) - Math.max(from, answeredAt - tookMs);
    return Math.max(0, within) / tookMs;
  });
  return (1_000 * made.reduce((sum, part) => sum + part, 0)) / (to - from);
}

/** The time of each answer in milliseconds. */
export function timesOf(answers: readonly Answer[]): number[] {
  return answers.map(({ tookMs }) => tookMs);
}

/** The value that a share of the values does not exceed; 0.5 is the median. */
export function quantile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * share)] ?? Number.NaN;
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}
