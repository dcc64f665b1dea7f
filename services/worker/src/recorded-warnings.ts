import { maxRecordedWarnings, type Warning } from "@platen/contracts";

/** In characters of JSON. A list of documents has the warnings of each. */
const maxLength = 8_192;

/** The first of a document's warnings, as many as its record keeps. */
export function recordedWarnings(warnings: readonly Warning[]): Warning[] {
  let length = 0;
  const kept: Warning[] = [];
  for (const warning of warnings.slice(0, maxRecordedWarnings)) {
    length += JSON.stringify(warning).length;
    if (length > maxLength) break;
    kept.push(warning);
  }
  return kept;
}
