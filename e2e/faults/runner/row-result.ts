import { z } from "zod";

/** The variable with the file to which the rows of a run write their results, one JSON object per line. */
export const resultsFile = "PLATEN_FAULT_RESULTS";

/** The variables with the options of the row F1: how long it sends, and the seed of the requests. */
export const hostileMinutes = "PLATEN_HOSTILE_MINUTES";
export const hostileSeed = "PLATEN_HOSTILE_SEED";

/** A measured value and its bar. */
const figure = z.object({
  what: z.string(),
  measured: z.string(),
  bar: z.string(),
  holds: z.boolean(),
  /** A time, rate or size, which also depends on the machine; everything else is a fact. */
  isMeasurement: z.boolean(),
  /** Whether the figure would hold with a bar half or twice as high, as on a busy machine. */
  isNear: z.boolean(),
});
export type Figure = z.infer<typeof figure>;

export const rowResult = z.object({
  id: z.string(),
  title: z.string(),
  seconds: z.number(),
  figures: z.array(figure),
  /** Why the row ended before it had all its figures. */
  error: z.string().optional(),
});
export type RowResult = z.infer<typeof rowResult>;
