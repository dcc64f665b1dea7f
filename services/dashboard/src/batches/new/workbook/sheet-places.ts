/** A sheet has no cells beyond these. */
export const maxSheetRows = 1_048_576;
export const maxSheetColumns = 16_384;

const placeForm = /^\$?([A-Za-z]{1,3})\$?(\d{1,7})$/;

/** A rectangle of cells, in numbers from 1. */
export type Area = { top: number; left: number; bottom: number; right: number };

function columnOf(letters: string): number {
  return [...letters.toUpperCase()].reduce((number, letter) => number * 26 + letter.charCodeAt(0) - 64, 0);
}

/** A column as a spreadsheet names it: 28 is AB. */
export function lettersOf(column: number): string {
  const last = String.fromCharCode(65 + ((column - 1) % 26));
  return column <= 26 ? last : lettersOf(Math.floor((column - 1) / 26)) + last;
}

/** Reads a place such as B17. */
export function placeOf(text: string | undefined): { row: number; column: number } | undefined {
  const [, letters, digits] = placeForm.exec(text ?? "") ?? [];
  if (letters === undefined || digits === undefined) return undefined;
  const place = { row: Number(digits), column: columnOf(letters) };
  return place.row >= 1 && place.row <= maxSheetRows && place.column <= maxSheetColumns ? place : undefined;
}

/** Reads an area such as A1:B4. */
export function areaOf(text: string | undefined): Area | undefined {
  const [first, last] = text?.split(":") ?? [];
  const [from, to] = [placeOf(first), placeOf(last ?? first)];
  if (!from || !to || to.row < from.row || to.column < from.column) return undefined;
  return { top: from.row, left: from.column, bottom: to.row, right: to.column };
}
