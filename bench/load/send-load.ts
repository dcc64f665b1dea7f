import { setTimeout as delay } from "node:timers/promises";
import type { Arrival } from "./arrivals.ts";
import type { Order } from "./order.ts";
import type { Outcome, Send } from "./outcome.ts";

/** With more requests in progress than this the service does not answer; each takes a connection and memory here. */
const maxUnderWay = 10_000;

export type Progress = (about: { outcomes: readonly Outcome[]; underWay: number }) => void;
type LoadOptions = { choose: () => Order; send: Send; onProgress: Progress };

const progressMs = 15_000;

/**
 * Sends each request when it is due, without waiting for earlier answers. The latency counts from then, even if this
 * process was late: a slow answer cannot hide the ones behind it.
 */
export async function sendOnTime(
  arrivals: readonly Arrival[],
  { choose, send, onProgress }: LoadOptions,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  const sent: Promise<void>[] = [];
  const startedAt = performance.now();
  const underWay = () => sent.length - outcomes.length;
  const timer = setInterval(() => onProgress({ outcomes, underWay: underWay() }), progressMs);
  try {
    for (const { atMs, phase } of arrivals) {
      const plan = { phase, intendedAt: startedAt + atMs };
      const earlyMs = plan.intendedAt - performance.now();
      if (earlyMs > 0) await delay(earlyMs);
      if (underWay() >= maxUnderWay)
        throw new Error(`The service is too far behind: ${maxUnderWay} requests are in progress. Use a lower --rate.`);
      sent.push(send(choose(), plan).then((outcome) => void outcomes.push(outcome)));
    }
    await Promise.all(sent);
  } finally {
    clearInterval(timer);
  }
  return outcomes;
}

/**
 * Runs customers who ask for one document after the other for some time, with a pause of `thinkMs` on average. A customer
 * with a slow answer asks less often: this measures throughput.
 */
export async function sendInTurns(
  { customers, thinkMs, seconds }: { customers: number; thinkMs: number; seconds: number },
  { choose, send, onProgress }: LoadOptions,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  const endsAt = performance.now() + seconds * 1_000;
  let underWay = 0;
  const timer = setInterval(() => onProgress({ outcomes, underWay }), progressMs);
  const customer = async () => {
    // Customers do not begin at the same instant.
    await delay(Math.random() * thinkMs);
    while (performance.now() < endsAt) {
      underWay += 1;
      const outcome = await send(choose(), { phase: 0, intendedAt: performance.now() });
      underWay -= 1;
      outcomes.push(outcome);
      if (thinkMs > 0) await delay(-Math.log(1 - Math.random()) * thinkMs);
    }
  };
  await Promise.all(Array.from({ length: customers }, customer));
  clearInterval(timer);
  return outcomes;
}
