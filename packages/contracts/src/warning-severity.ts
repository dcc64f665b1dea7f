import type { WarningSeverity } from "./schemas/warning.ts";

const severities = new Map<string, WarningSeverity>([
  ["data.missing", "error"],
  ["data.unformattable", "error"],
  ["resource.blocked", "error"],
]);

/** The severity of a code. A code of a later release is a warning. */
export function severityOf(code: string): WarningSeverity {
  return severities.get(code) ?? "warning";
}
