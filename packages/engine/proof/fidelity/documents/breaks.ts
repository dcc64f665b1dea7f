import type { FidelityDocument } from "../fidelity-document.ts";
import { avoidedBreaks } from "./breaks/avoided-breaks.ts";
import { brokenBoxes } from "./breaks/boxes.ts";
import { brokenColumns } from "./breaks/columns.ts";
import { forcedBreaks } from "./breaks/forced-breaks.ts";
import { brokenLines } from "./breaks/lines.ts";
import { brokenTables } from "./breaks/tables.ts";

/** Content that breaks at the end of a page, and content that stays together. */
export const breaks: readonly FidelityDocument[] = [
  ...forcedBreaks,
  ...avoidedBreaks,
  ...brokenBoxes,
  ...brokenTables,
  ...brokenColumns,
  ...brokenLines,
];
