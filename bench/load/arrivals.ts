import type { Phase } from "./shapes.ts";

/** The start of a request, in milliseconds since the start of the test, and its phase. */
export type Arrival = { atMs: number; phase: number };

/** The arrivals of a load test, evenly spread at the rate of each moment. */
export function arrivalsOf(phases: readonly Phase[]): Arrival[] {
  const arrivals: Arrival[] = [];
  let startMs = 0;
  /** The fraction of an arrival that a phase leaves to the next one. */
  let begun = 0;
  for (const [phase, { seconds, fromRate, toRate }] of phases.entries()) {
    const total = begun + ((fromRate + toRate) / 2) * seconds;
    for (let count = 1; count <= total; count++) {
      arrivals.push({ atMs: startMs + 1_000 * secondsUntil(count - begun, { seconds, fromRate, toRate }), phase });
    }
    begun = total % 1;
    startMs += seconds * 1_000;
  }
  return arrivals;
}

/** Seconds into a phase until `count` requests have arrived: the area below its rate is `count` there. */
function secondsUntil(count: number, { seconds, fromRate, toRate }: Omit<Phase, "name">): number {
  const slope = (toRate - fromRate) / seconds;
  if (slope === 0) return count / fromRate;
  return (Math.sqrt(Math.max(0, fromRate ** 2 + 2 * slope * count)) - fromRate) / slope;
}
