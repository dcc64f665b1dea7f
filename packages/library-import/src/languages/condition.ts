import { NoEqual } from "./no-equal.ts";
import type { Reached } from "./scope.ts";

/** A condition that one section can ask. */
export type Term = Reached & { isInverted: boolean };

/** Conditions that must all hold, or of which one must hold. */
export type Condition = { terms: Term[]; isAny: boolean; caveat?: string };

const opposite: Readonly<Record<string, string>> = { is: "isnt", isnt: "is" };

export function negated({ terms, isAny, ...rest }: Condition): Condition {
  return { ...rest, terms: terms.map((term) => ({ ...term, isInverted: !term.isInverted })), isAny: !isAny };
}

/** Several conditions as one. `a == 'x' or a == 'y'` is one question: whether a is among both. */
export function joinConditions(conditions: readonly Condition[], isAny: boolean): Condition {
  const [only] = conditions;
  if (only && conditions.length === 1) return only;
  const mixed = conditions.some((each) => each.terms.length > 1 && each.isAny !== isAny);
  if (mixed) throw new NoEqual("A condition with both “and” and “or” needs sections inside of each other.");
  const terms = conditions.flatMap((each) => each.terms);
  const merged = isAny ? mergeAlternatives(terms) : terms;
  const caveat = conditions.find((each) => each.caveat !== undefined)?.caveat;
  return { terms: merged, isAny, ...(caveat !== undefined && { caveat }) };
}

function mergeAlternatives(terms: readonly Term[]): Term[] {
  const [first] = terms;
  if (!first) return [];
  const values: string[] = [];
  for (const { subject, formats, isInverted } of terms) {
    const last = formats.at(-1) ?? "";
    const value = last.startsWith("is ") ? last.slice(3) : undefined;
    const isSame = subject === first.subject && formats.slice(0, -1).join() === first.formats.slice(0, -1).join();
    if (!isSame || isInverted || value === undefined) return [...terms];
    values.push(value);
  }
  return [
    { subject: first.subject, formats: [...first.formats.slice(0, -1), `in ${values.join(" ")}`], isInverted: false },
  ];
}

/** The tag that opens a section with a condition. */
export function openTag({ subject, formats, isInverted }: Term): string {
  const last = formats.at(-1) ?? "";
  const [name = "", ...rest] = last.split(" ");
  const other = opposite[name];
  if (isInverted && other !== undefined) {
    return openTag({ subject, formats: [...formats.slice(0, -1), [other, ...rest].join(" ")], isInverted: false });
  }
  const sigil = isInverted ? "^" : "#";
  return formats.length === 0 ? `{{${sigil}${subject}}}` : `{{${sigil} ${[subject, ...formats].join(" | ")} }}`;
}

export function closeTag({ subject }: Reached): string {
  return `{{/${subject}}}`;
}

/** The tags of the branches of a condition: the first, each that follows, and the end. */
export function branchTags(conditions: readonly (Condition | undefined)[]): string[] {
  const tags: string[] = [];
  let closers: string[] = [];
  let around: string[] = [];
  for (const [index, condition] of conditions.entries()) {
    const before = conditions[index - 1];
    let text = closers.toReversed().join("");
    if (before) {
      const [term, ...more] = before.terms;
      if (!term || more.length > 0) {
        throw new NoEqual("A condition with “and” or “or” that has an “else” needs sections inside of each other.");
      }
      text += openTag({ ...term, isInverted: !term.isInverted });
      around = [...around, closeTag(term)];
    }
    if (condition && condition.isAny && condition.terms.length > 1) {
      throw new NoEqual("A section cannot ask for one of several conditions: write a section for each.");
    }
    const terms = condition?.terms ?? [];
    text += terms.map(openTag).join("");
    closers = terms.map(closeTag);
    tags.push(text);
  }
  tags.push([...around, ...closers].toReversed().join(""));
  return tags;
}
