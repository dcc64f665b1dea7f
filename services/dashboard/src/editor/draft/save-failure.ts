import type { LocatedProblem } from "./locate-problem.ts";

/** The reason why not everything is saved: a mistake with its position, or only a message. */
export type SaveFailure =
  | (LocatedProblem & { isRestSaved?: true })
  | { message: string; position?: undefined; /** The saver tries again by itself. */ isRetried?: true };
