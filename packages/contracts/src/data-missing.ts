import type { Warning } from "./schemas/warning.ts";
import { severityOf } from "./warning-severity.ts";

/** A tag that printed nothing because the data lacks its name. Without a path it sums up several tags. */
export type MissingData = Pick<Warning, "path" | "part" | "line" | "column"> & { count: number };

/** Creates the warning about a name that the data lacks. It names only what the template says, never a value. */
export function dataMissing({ path, part, line, column, count }: MissingData): Warning {
  const message =
    path === undefined
      ? "The data lacks further names. Send them, or put their tags into sections if they may be missing."
      : `The data has no "${path}", so its tag prints nothing. Send it, or put the tag into a section if it may be missing.`;
  return {
    code: "data.missing",
    severity: severityOf("data.missing"),
    message,
    ...(path !== undefined && { path }),
    ...(part !== undefined && { part }),
    ...(line !== undefined && { line }),
    ...(column !== undefined && { column }),
    count,
  };
}
