import type { Figure } from "./row-result.ts";

/** Collects the figures of a row. */
export type Figures = {
  exactly(what: string, measured: number | string, wanted: number | string): void;
  /** With a unit the figure is a measurement; without one it is a fact. */
  atMost(what: string, measured: number, limit: number, unit?: string): void;
  atLeast(what: string, measured: number, limit: number, unit?: string): void;
  /** A statement that is true or not; `measured` says what was found. */
  isTrue(what: string, holds: boolean, measured: string): void;
};

function show(measured: number, unit: string): string {
  const digits = Number.isInteger(measured) ? 0 : measured < 10 ? 2 : 1;
  return unit === "" ? measured.toFixed(digits) : `${measured.toFixed(digits)} ${unit}`;
}

export function createFigures(onFigure: (figure: Figure) => void): Figures {
  const addFact = (what: string, measured: string, bar: string, holds: boolean) =>
    onFigure({ what, measured, bar, holds, isMeasurement: false, isNear: holds });
  const addBound = (what: string, measured: string, bar: string, holds: boolean, isNear: boolean, unit: string) =>
    unit === ""
      ? addFact(what, measured, bar, holds)
      : onFigure({ what, measured, bar, holds, isMeasurement: true, isNear });
  return {
    exactly: (what, measured, wanted) => addFact(what, String(measured), String(wanted), measured === wanted),
    atMost: (what, measured, limit, unit = "") =>
      addBound(what, show(measured, unit), `≤ ${show(limit, unit)}`, measured <= limit, measured <= 2 * limit, unit),
    atLeast: (what, measured, limit, unit = "") =>
      addBound(what, show(measured, unit), `≥ ${show(limit, unit)}`, measured >= limit, measured >= limit / 2, unit),
    isTrue: (what, holds, measured) => addFact(what, measured, "", holds),
  };
}
