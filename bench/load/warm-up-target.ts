import { setTimeout as delay } from "node:timers/promises";
import { isDocument, type Outcome, type Send } from "./outcome.ts";
import type { Order } from "./order.ts";

const goodRounds = 25;
const longestMs = 120_000;
/** The pause after a refusal, for a service that is still starting. */
const pauseMs = 250;

/** Asks for every document until all of them were PDFs many times in a row. */
export async function warmUpTarget(orders: readonly Order[], send: Send): Promise<number> {
  const startedAt = performance.now();
  let made = 0;
  let good = 0;
  let last: Outcome[] = [];
  while (good < goodRounds && performance.now() - startedAt < longestMs) {
    last = await Promise.all(orders.map((order) => send(order, { phase: 0, intendedAt: performance.now() })));
    made += last.filter(isDocument).length;
    good = last.every(isDocument) ? good + 1 : 0;
    if (good === 0) await delay(pauseMs);
  }
  const bad = last.find((outcome) => !isDocument(outcome));
  if (bad !== undefined)
    throw new Error(
      `The service still answers ${bad.order} with "${bad.code}" after ${longestMs / 1_000} s; the load test did not begin.`,
    );
  return made;
}
