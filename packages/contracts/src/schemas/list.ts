/* oxlint-disable no-underscore-dangle -- zod calls the inside of a schema `_zod`. */
import { z } from "zod";

/** After so many mistakes a check of a list ends: an answer names no more. */
const maxMistakes = 100;

/**
 * A list whose length is checked before its items, and which looks at no more items after 100 mistakes. Zod's own list makes
 * an issue, a path and a message for each wrong item, however many there are.
 */
export const BoundedList = z.core.$constructor<z.ZodArray>("BoundedList", (inst, def) => {
  z.ZodArray.init(inst, def);
  // oxlint-disable-next-line typescript/unbound-method -- zod's own parse is a closure without `this`.
  const parseWhole = inst._zod.parse;
  const most = maximumOf(def);
  inst._zod.parse = (payload, context) => {
    const given: unknown = payload.value;
    // Zod refuses these before it looks at an item.
    if (!Array.isArray(given) || given.length > most) return parseWhole(payload, context);
    const items: unknown[] = Array(given.length);
    for (let index = 0; index < given.length; index += 1) {
      const result = def.element._zod.run({ value: given[index], issues: [] }, context);
      if (result instanceof Promise) throw new z.core.$ZodAsyncError();
      for (const issue of result.issues) payload.issues.push({ ...issue, path: [index, ...(issue.path ?? [])] });
      if (payload.issues.length >= maxMistakes) {
        // No check of the list or of what contains it may follow, because the other items are missing.
        const last = payload.issues.pop();
        if (last) payload.issues.push({ ...last, continue: false });
        break;
      }
      items[index] = result.value;
    }
    payload.value = items;
    return payload;
  };
});

/** The most items of a list. */
export function maximumOf({ checks = [] }: z.core.$ZodArrayDef): number {
  const limits = checks.map(({ _zod: { def } }) => ("maximum" in def ? Number(def.maximum) : Infinity));
  return Math.min(...limits);
}

/** A list of at most `max` items. */
export function list<Item extends z.ZodType>(item: Item, max: number, message?: string): z.ZodArray<Item>;
// Zod's constructor forgets the type of the items.
export function list(item: z.ZodType, max: number, message?: string): z.ZodArray {
  return new BoundedList({ type: "array", element: item }).max(max, message);
}
