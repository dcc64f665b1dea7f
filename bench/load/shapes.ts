/** A stretch of a load test, in which the rate goes evenly from one to the other. */
export type Phase = {
  name: string;
  seconds: number;
  /** Requests begun per second at its start and at its end. */
  fromRate: number;
  toRate: number;
};

/** Loads with a given rate of arrivals, whatever becomes of the requests before. "steady" has customers who wait instead. */
export const openShapes = ["ramp", "spike", "soak"] as const;
export type OpenShape = (typeof openShapes)[number];

type Usual = { rate: number; seconds: number };

const shapes: Record<OpenShape, (usual: Usual) => Phase[]> = {
  // Slowly to twice the usual rate: the phase in which answers become slow or are refused shows the limit.
  ramp: ({ rate, seconds }) =>
    [0, 1, 2, 3].map((step) => ({
      name: `ramp ${step + 1} of 4`,
      seconds: seconds / 4,
      fromRate: (rate * step) / 2,
      toRate: (rate * (step + 1)) / 2,
    })),
  spike: ({ rate, seconds }) => [
    { name: "before", seconds: seconds / 3, fromRate: rate / 2, toRate: rate / 2 },
    { name: "spike", seconds: seconds / 6, fromRate: rate * 3, toRate: rate * 3 },
    { name: "after", seconds: seconds / 2, fromRate: rate / 2, toRate: rate / 2 },
  ],
  soak: ({ rate, seconds }) =>
    [1, 2, 3, 4].map((quarter) => ({
      name: `soak ${quarter} of 4`,
      seconds: seconds / 4,
      fromRate: rate,
      toRate: rate,
    })),
};

/** The phases of a shape around a usual `rate`: what the system is meant to hold. */
export function phasesOf(shape: OpenShape, usual: Usual): Phase[] {
  return shapes[shape](usual);
}
