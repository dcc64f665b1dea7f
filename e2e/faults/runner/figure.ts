import { z } from "zod";

/** The variable with the file to which the rows of a run write their figures, one JSON object per line. */
export const figuresFile = "PLATEN_FAULT_FIGURES";
/** The variable that is `1` if the run has time for soaks. */
export const longRun = "PLATEN_FAULTS_LONG";

/** A measured value and its bar. */
export const figureSchema = z.object({
  row: z.string(),
  /** The test file, absolute. */
  file: z.string(),
  what: z.string(),
  measured: z.string(),
  bar: z.string(),
  holds: z.boolean(),
  /** A time, rate or size, which also depends on the machine; everything else is a fact. */
  isMeasurement: z.boolean(),
  /** Whether the figure would hold with a bar half or twice as high, as on a busy machine. */
  isNear: z.boolean(),
});
export type Figure = z.infer<typeof figureSchema>;
