import { setTimeout as delay } from "node:timers/promises";
import { z } from "zod";
import type { HttpAnswer, PostBody } from "../http-client.ts";
import type { Arrival } from "./arrivals.ts";
import type { Order } from "./orders.ts";

/** The outcome of one request. */
export type Outcome = {
  order: string;
  phase: string;
  /** "200" for a document; otherwise the status and the problem code, or the error of the connection. */
  code: string;
  /** From the planned start until the last byte. */
  latencyMs: number;
  /** How late the load generator began it. */
  lateMs: number;
};

export type Send = (order: Order, phase: string, intendedAt?: number) => Promise<Outcome>;

/** With more requests in progress than this the service does not answer; each takes a connection and memory here. */
const maxUnderWay = 10_000;
const problem = z.object({ error: z.object({ code: z.string() }) });

/** Returns a function that sends a request and checks the answer; it never rejects. */
export function createSend(post: PostBody): Send {
  return async (order, phase, intendedAt = performance.now()) => {
    const lateMs = Math.max(0, performance.now() - intendedAt);
    const code = await post("/api/v1/generate", order.body).then(
      codeOf,
      (error: unknown) => `no answer: ${String(error)}`,
    );
    return { order: order.name, phase, code, latencyMs: performance.now() - intendedAt, lateMs };
  };
}

/** A 200 without a whole PDF does not count. */
function codeOf({ status, body }: HttpAnswer): string {
  const isPdf = body.toString("latin1", 0, 5) === "%PDF-" && body.subarray(-1_024).includes("%%EOF");
  if (status === 200) return isPdf ? "200" : "200 without a PDF";
  try {
    return `${status} ${problem.parse(JSON.parse(body.toString())).error.code}`;
  } catch {
    return String(status);
  }
}

export const isDocument = ({ code }: Outcome): boolean => code === "200";

/** Whether the service refused the request because of the load: an answer that a load test may provoke. */
export const isRefusal = ({ code }: Outcome): boolean => /^429 |^503 queue\.full$/.test(code);

/**
 * Sends each request when it is due, without waiting for earlier answers. The latency counts from then, even if this
 * process was late: a slow answer cannot hide the ones behind it.
 */
export async function sendOnTime(arrivals: readonly Arrival[], choose: () => Order, send: Send): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  const sent: Promise<number>[] = [];
  const startedAt = performance.now();
  for (const { atMs, phase } of arrivals) {
    const earlyMs = startedAt + atMs - performance.now();
    if (earlyMs > 0) await delay(earlyMs);
    if (sent.length - outcomes.length >= maxUnderWay)
      throw new Error(`The service is too far behind: ${maxUnderWay} requests are in progress. Use a lower --rate.`);
    sent.push(send(choose(), phase, startedAt + atMs).then((outcome) => outcomes.push(outcome)));
  }
  await Promise.all(sent);
  return outcomes;
}

/**
 * Runs customers who ask for one document after the other for some time, with a pause of `think` ms on average. A
 * customer with a slow answer asks less often: this measures throughput.
 */
export async function sendInTurns(
  { customers, think, seconds }: { customers: number; think: number; seconds: number },
  choose: () => Order,
  send: Send,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  const endsAt = performance.now() + seconds * 1_000;
  const customer = async () => {
    // Customers do not begin at the same instant.
    await delay(Math.random() * think);
    while (performance.now() < endsAt) {
      outcomes.push(await send(choose(), "steady"));
      if (think > 0) await delay(-Math.log(1 - Math.random()) * think);
    }
  };
  await Promise.all(Array.from({ length: customers }, customer));
  return outcomes;
}
