/** A part of a load test, in which the rate changes evenly from `fromRate` to `toRate`. */
export type Phase = {
  name: string;
  seconds: number;
  /** Requests begun per second at its start and at its end. */
  fromRate: number;
  toRate: number;
};

/** Shapes with a given rate of requests, whatever the answers. "steady" has customers who wait for answers instead. */
export const openShapes = ["ramp", "spike", "soak"] as const;
export type OpenShape = (typeof openShapes)[number];

type Usual = { rate: number; seconds: number };

const shapes: Record<OpenShape, (usual: Usual) => Phase[]> = {
  // Up to twice the usual rate: the phase in which answers become slow or are refused shows the limit.
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

/** The phases of a shape around the rate that the service has to hold. */
export function phasesOf(shape: OpenShape, usual: Usual): Phase[] {
  return shapes[shape](usual);
}
