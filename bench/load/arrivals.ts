/** A part of a load test, in which the rate changes evenly from `fromRate` to `toRate`. */
export type Phase = {
  name: string;
  seconds: number;
  /** Requests begun per second at its start and at its end. */
  fromRate: number;
  toRate: number;
};

/** Shapes with a given rate of requests, whatever the answers. */
export const openShapes = ["ramp", "spike", "soak"] as const;

/** Returns the phases of a shape around the rate that the service has to hold. */
export function phasesOf(shape: (typeof openShapes)[number], rate: number, seconds: number): Phase[] {
  const phase = (name: string, share: number, from: number, to = from): Phase => ({
    name,
    seconds: seconds * share,
    fromRate: rate * from,
    toRate: rate * to,
  });
  const shapes: Record<typeof shape, Phase[]> = {
    // Up to twice the usual rate: the phase in which answers become slow or are refused shows the limit.
    ramp: [0, 1, 2, 3].map((step) => phase(`ramp ${step + 1} of 4`, 1 / 4, step / 2, (step + 1) / 2)),
    spike: [phase("before", 1 / 3, 1 / 2), phase("spike", 1 / 6, 3), phase("after", 1 / 2, 1 / 2)],
    soak: [1, 2, 3, 4].map((quarter) => phase(`soak ${quarter} of 4`, 1 / 4, 1)),
  };
  return shapes[shape];
}

/** The start of a request, in milliseconds since the start of the test, and its phase. */
export type Arrival = { atMs: number; phase: string };

/** Returns the arrivals of a load test, evenly spread at the rate of each moment. */
export function arrivalsOf(phases: readonly Phase[]): Arrival[] {
  const arrivals: Arrival[] = [];
  let startMs = 0;
  /** The fraction of an arrival that a phase leaves to the next one. */
  let begun = 0;
  for (const { name, seconds, fromRate, toRate } of phases) {
    const total = begun + ((fromRate + toRate) / 2) * seconds;
    const slope = (toRate - fromRate) / seconds;
    // `count` requests have arrived where the area below the rate is `count`.
    const secondsUntil = (count: number) =>
      slope === 0 ? count / fromRate : (Math.sqrt(Math.max(0, fromRate ** 2 + 2 * slope * count)) - fromRate) / slope;
    for (let count = 1; count <= total; count++)
      arrivals.push({ atMs: startMs + 1_000 * secondsUntil(count - begun), phase: name });
    begun = total % 1;
    startMs += seconds * 1_000;
  }
  return arrivals;
}
