import { toDecimal } from "../decimal.ts";
import { asItIs, unformattable } from "../as-it-is.ts";
import type { Format } from "../format.ts";
import { ownProperty } from "../own-field.ts";
import { textOf } from "../text-of.ts";

/** Reach: values whose name no tag can write. */
export const reachFormats: readonly Format[] = [
  {
    name: "get",
    kind: "reach",
    takes: "any",
    gives: "any",
    parameters: [{ name: "key", isRequired: true }],
    description:
      "Gives the value of a key, whatever its letters, or the item of a list by its position from 0. `{{ . | get 'a | b' }}` reads a key of the data itself.",
    examples: [
      { template: "{{ labels | get language }}", data: { labels: { de: "Rechnung", en: "Invoice" }, language: "de" } },
    ],
    apply(value, { key }, context) {
      if (Array.isArray(value)) {
        const index = Number(toDecimal(key) ?? NaN);
        return asItIs(value, Number.isInteger(index) ? value.at(index) : unformattable, context);
      }
      const name = textOf(key);
      return asItIs(value, name === undefined ? unformattable : ownProperty(value, name), context);
    },
  },
];
