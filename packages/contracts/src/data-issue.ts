import type { Warning } from "./schemas/warning.ts";
import { severityOf } from "./warning-severity.ts";

/**
 * A tag whose data are not right: they lack its name, so that it prints nothing, or the value does not fit its format, so
 * that it is printed as it is. Without a path it sums up several tags.
 */
export type DataIssue = Pick<Warning, "path" | "part" | "line" | "column"> & {
  kind: "missing" | "unformattable";
  count: number;
};

/** The names from Platen that have a value only in a list. */
const ofLists = new Set(["@index", "@number", "@first", "@last", "@count"]);

function messageOf({ kind, path }: DataIssue): string {
  if (kind === "missing") {
    if (path !== undefined && ofLists.has(path)) {
      return `"${path}" has a value only in the section of a list, so its tag prints nothing. Put it into such a section.`;
    }
    return path === undefined
      ? "The data lacks further names. Send them, or put their tags into sections if they may be missing."
      : `The data has no "${path}", so its tag prints nothing. Send it, or put the tag into a section if it may be missing.`;
  }
  return path === undefined
    ? "Further values do not fit the formats of their tags, which print texts and numbers as they are, and nothing for others."
    : `The value of "${path}" does not fit the format of its tag, which prints a text or number as it is and leaves others out. Send a value of the right type.`;
}

/** Creates the warning about the data of a tag. It names only what the template says, never a value. */
export function dataIssue(issue: DataIssue): Warning {
  const { kind, path, part, line, column, count } = issue;
  const code = `data.${kind}`;
  return {
    code,
    severity: severityOf(code),
    message: messageOf(issue),
    ...(path !== undefined && { path }),
    ...(part !== undefined && { part }),
    ...(line !== undefined && { line }),
    ...(column !== undefined && { column }),
    count,
  };
}
