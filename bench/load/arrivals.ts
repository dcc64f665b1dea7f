import type { Phase } from "./shapes.ts";

/** When a request begins, in milliseconds since the start, and in which phase. */
export type Arrival = { atMs: number; phase: number };

/** The arrivals of a load test: evenly spread, as close together as the rate of the moment says. */
export function arrivalsOf(phases: readonly Phase[]): Arrival[] {
  const arrivals: Arrival[] = [];
  let startMs = 0;
  /** What is left over of a phase is part of an arrival of the next one. */
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

/** How far into a phase so many have arrived: where the area below the line of its rate is `count`. */
function secondsUntil(count: number, { seconds, fromRate, toRate }: Omit<Phase, "name">): number {
  const slope = (toRate - fromRate) / seconds;
  if (slope === 0) return count / fromRate;
  return (Math.sqrt(Math.max(0, fromRate ** 2 + 2 * slope * count)) - fromRate) / slope;
}
