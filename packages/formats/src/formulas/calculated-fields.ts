import type { CalculatedField } from "@platen/contracts";
import type { Formula, FormulaMistake } from "./formula.ts";
import { readFormula } from "./read-formula.ts";

/** A calculated field whose formula is right. */
export type ReadField = { name: string; formula: Formula };

/** A mistake of one of the fields: in its name, or at a place of its formula. */
export type FieldMistake = FormulaMistake & { index: number; part: "name" | "formula" };

export type ReadFields = {
  /** Each field after those that its formula reads. Fields with mistakes are left out. */
  fields: readonly ReadField[];
  mistakes: readonly FieldMistake[];
};

/** A name that a formula reads. In the expression of a `sum`, the items of its list may have the name instead. */
export type Read = { steps: readonly string[]; offset: number; lists: readonly (readonly string[])[] };

/** The names that a formula reads, in its order. */
export function readsOf(formula: Formula, lists: readonly (readonly string[])[] = []): Read[] {
  switch (formula.kind) {
    case "literal":
      return [];
    case "name":
      return [{ steps: formula.steps, offset: formula.offset, lists }];
    case "negative":
    case "percent":
      return readsOf(formula.of, lists);
    case "operation":
      return [...readsOf(formula.left, lists), ...readsOf(formula.right, lists)];
    case "call": {
      const [first, ...others] = formula.args;
      if (!first) return [];
      const isSum = formula.name === "sum" && first.kind === "name";
      const within = isSum ? [...lists, first.steps] : lists;
      return [...readsOf(first, lists), ...others.flatMap((argument) => readsOf(argument, within))];
    }
    default:
      return formula satisfies never;
  }
}

/** The paths of the data that a formula may read, such as `items` and `items[].price`. */
export function pathsInFormula(text: string): string[] {
  const read = readFormula(text);
  if ("mistake" in read) return [];
  return readsOf(read.formula).flatMap(({ steps, lists }) => {
    const path = steps.join(".");
    // A list may be one of the items around it, so that its name is a part of its path.
    const around = lists.reduce<string[]>(
      (prefixes, list) => [...prefixes, ...["", ...prefixes].map((prefix) => `${prefix}${list.join(".")}[].`)],
      [],
    );
    return [path, ...around.map((prefix) => `${prefix}${path}`)];
  });
}

/** Reads calculated fields, sorts them, and finds the mistakes that no data can make right. */
export function readCalculatedFields(given: readonly CalculatedField[]): ReadFields {
  const mistakes: FieldMistake[] = [];
  const fields = new Map<string, ReadField>();
  const indexes = new Map<string, number>();
  for (const [index, { name, formula: text }] of given.entries()) {
    const read = readFormula(text);
    if ("mistake" in read) mistakes.push({ index, part: "formula", ...read.mistake });
    else if (fields.has(name)) {
      const message = "Another calculated field has this name. Choose another one.";
      mistakes.push({ index, part: "name", offset: 0, message });
    } else {
      fields.set(name, { name, formula: read.formula });
      indexes.set(name, index);
    }
  }
  const needs = new Map([...fields].map(([name, { formula }]) => [name, needsOf(formula, fields)]));
  for (const { name, offset, message } of findCycles(needs)) {
    mistakes.push({ index: indexes.get(name) ?? 0, part: "formula", offset, message });
  }
  return { fields: sorted([...fields.values()], needs), mistakes };
}

/** The other fields that a formula reads, with the place of the name. */
type Needs = {
  always: ReadonlyMap<string, number>;
  /** Only if the items of a list do not have the name. */
  perhaps: ReadonlySet<string>;
};
type NeedsByName = ReadonlyMap<string, Needs>;

function needsOf(formula: Formula, fields: ReadonlyMap<string, ReadField>): Needs {
  const always = new Map<string, number>();
  const perhaps = new Set<string>();
  for (const { steps, offset, lists } of readsOf(formula)) {
    const [first = ""] = steps;
    if (!fields.has(first)) continue;
    if (lists.length > 0) perhaps.add(first);
    else if (!always.has(first)) always.set(first, offset);
  }
  return { always, perhaps };
}

function findCycles(needs: NeedsByName): { name: string; offset: number; message: string }[] {
  const cycles: { name: string; offset: number; message: string }[] = [];
  const done = new Set<string>();
  function follow(name: string, around: readonly string[]): void {
    const path = [...around, name];
    for (const [needed, offset] of needs.get(name)?.always ?? []) {
      const start = path.indexOf(needed);
      if (start !== -1) cycles.push({ name, offset, message: cycleText([...path.slice(start), needed]) });
      else if (!done.has(needed)) follow(needed, path);
    }
    done.add(name);
  }
  for (const name of needs.keys()) if (!done.has(name)) follow(name, []);
  return cycles;
}

function cycleText(cycle: readonly string[]): string {
  return `The fields need each other: ${cycle.join(" → ")}. Leave one of them out of a formula.`;
}

/** Sorts each field after those that it needs, and after those that it perhaps needs unless one of these needs it. */
function sorted(fields: readonly ReadField[], needs: NeedsByName): ReadField[] {
  const open = new Set<string>();
  const done = new Map<string, ReadField>();
  const byName = new Map(fields.map((field) => [field.name, field]));
  const allNeeds = new Map<string, ReadonlySet<string>>();
  /** The fields that one needs, also through others, and itself. */
  function closureOf(name: string): ReadonlySet<string> {
    const known = allNeeds.get(name);
    if (known) return known;
    const closure = new Set([name]);
    for (const one of closure) for (const needed of needs.get(one)?.always.keys() ?? []) closure.add(needed);
    allNeeds.set(name, closure);
    return closure;
  }
  const needsAny = (name: string, others: ReadonlySet<string>) => [...closureOf(name)].some((one) => others.has(one));
  function add(name: string): void {
    const field = byName.get(name);
    if (!field || done.has(name) || open.has(name)) return;
    open.add(name);
    const { always, perhaps } = needs.get(name) ?? { always: new Map<string, number>(), perhaps: new Set<string>() };
    for (const needed of always.keys()) add(needed);
    for (const needed of perhaps) if (!needsAny(needed, open)) add(needed);
    open.delete(name);
    done.set(name, field);
  }
  for (const name of byName.keys()) add(name);
  return [...done.values()];
}
