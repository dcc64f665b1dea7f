import type { WarningSeverity } from "./schemas/warning.ts";

/** Every code of this release. */
export const warningSeverityOf = {
  "data.missing": "error",
  "data.unformattable": "error",
  "data.replaced": "warning",
  "translation.missing": "error",
  "resource.blocked": "error",
  "asset.missing": "error",
  "glyph.missing": "error",
  "font.replaced": "warning",
  "font.failed": "warning",
  "page.shrunk": "warning",
  "page.cut": "error",
  "text.cut": "error",
  "page.empty": "warning",
  "page.size": "warning",
  "text.picture": "warning",
  "script.pending": "warning",
} as const satisfies Readonly<Record<string, WarningSeverity>>;

export type WarningCode = keyof typeof warningSeverityOf;

const severities = new Map<string, WarningSeverity>(Object.entries(warningSeverityOf));

/** The severity of a code. A code of a later release is a warning. */
export function severityOf(code: string): WarningSeverity {
  return severities.get(code) ?? "warning";
}

/** Creates a warning from its code, its text and what it tells besides. */
export function warningOf<Details extends object>(code: WarningCode, message: string, details: Details) {
  return { code, severity: severityOf(code), message, ...details };
}
