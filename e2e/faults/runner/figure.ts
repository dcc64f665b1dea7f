import { z } from "zod";

/** Names of the variables that a run of the fault table hands on to its rows: where they write their figures, a JSON object per line; */
export const figuresFile = "PLATEN_FAULT_FIGURES";
/** and whether there is time for soaks. */
export const longRun = "PLATEN_FAULTS_LONG";

/** What was measured, and by what it is judged. */
export const figureSchema = z.object({
  row: z.string(),
  /** The test file, absolute. */
  file: z.string(),
  what: z.string(),
  measured: z.string(),
  bar: z.string(),
  holds: z.boolean(),
  /** How long, how fast or how large something is, which also depends on the machine; all else is a fact. */
  isMeasurement: z.boolean(),
  /** Whether it holds, or would with a bar half or twice as high: what a machine that is busy otherwise can come to. */
  isNear: z.boolean(),
});
export type Figure = z.infer<typeof figureSchema>;
