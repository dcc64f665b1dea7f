import type { Tag } from "@platen/mustache";
import type { Range } from "./nodes.ts";
import { readWritten, type WrittenUnit } from "./written-text.ts";

/** A declaration in a style attribute. Its range excludes white space and the semicolon. */
export type Declaration = Range & {
  property: string;
  value: Range & { text: string };
  /** Whether it contains a Mustache section, or is inside one. */
  isConditional: boolean;
  /** The end of the semicolon after it; undefined without a semicolon. */
  semicolonEnd: number | undefined;
};

/** Reads the declarations in a style attribute's value. */
export function readDeclarations(html: string, range: Range, tags: readonly Tag[]): Declaration[] {
  const inRange = tags.filter(({ start, end }) => start >= range.start && end <= range.end);
  const kinds = new Map(inRange.map(({ start, kind }) => [start, kind]));
  const declarations: Declaration[] = [];
  let units: WrittenUnit[] = [];
  let depth = 0;
  let isConditional = false;
  let quote = "";
  let brackets = 0;

  function finish(semicolonEnd: number | undefined): void {
    const declaration = toDeclaration(units, isConditional, semicolonEnd);
    if (declaration) declarations.push(declaration);
    units = [];
    isConditional = depth > 0;
  }

  for (const unit of readWritten(html, range, inRange)) {
    const { text, isTag } = unit;
    if (isTag) {
      const kind = kinds.get(unit.start);
      if (kind === "section" || kind === "inverted") depth += 1;
      if (kind === "close") depth -= 1;
      // A closing tag after a semicolon does not belong to the next declaration.
      const isBetween = units.every((other) => other.text.trim() === "" || other.isTag);
      if (kind === "section" || kind === "inverted" || (kind === "close" && !isBetween)) isConditional = true;
      if (kind === "close" && isBetween && depth === 0) {
        units = [];
        isConditional = false;
        continue;
      }
    } else if (quote !== "") {
      if (text === quote) quote = "";
    } else if (text === '"' || text === "'") quote = text;
    else if (text === "(") brackets += 1;
    else if (text === ")") brackets = Math.max(0, brackets - 1);
    else if (text === ";" && brackets === 0) {
      finish(unit.end);
      continue;
    }
    units.push(unit);
  }
  finish(undefined);
  return declarations;
}

function toDeclaration(
  units: readonly WrittenUnit[],
  isConditional: boolean,
  semicolonEnd: number | undefined,
): Declaration | undefined {
  const colon = units.findIndex(({ text, isTag }) => text === ":" && !isTag);
  const property = textOf(units.slice(0, colon).filter(({ isTag }) => !isTag));
  const whole = trimUnits(units);
  const [first, last] = [whole[0], whole.at(-1)];
  if (colon === -1 || !first || !last) return undefined;
  const valueUnits = trimUnits(units.slice(colon + 1));
  const text = textOf(valueUnits);
  const important = /\s*!\s*important$/i.exec(text);
  const kept = important ? valueUnits.slice(0, countUnits(valueUnits, important.index)) : valueUnits;
  const start = kept[0]?.start ?? last.end;
  return {
    start: first.start,
    end: last.end,
    property: property.startsWith("--") ? property : property.toLowerCase(),
    value: { start, end: kept.at(-1)?.end ?? start, text: important ? text.slice(0, important.index) : text },
    isConditional,
    semicolonEnd,
  };
}

function textOf(units: readonly WrittenUnit[]): string {
  return units
    .map(({ text }) => text)
    .join("")
    .trim();
}

function isVisible({ text }: WrittenUnit): boolean {
  return text.trim() !== "";
}

function trimUnits(units: readonly WrittenUnit[]): WrittenUnit[] {
  return units.slice(Math.max(0, units.findIndex(isVisible)), units.findLastIndex(isVisible) + 1);
}

/** The number of units that a number of characters takes. */
function countUnits(units: readonly WrittenUnit[], length: number): number {
  let count = 0;
  for (let rest = length; rest > 0 && count < units.length; count++) rest -= units[count]?.text.length ?? 0;
  return count;
}
