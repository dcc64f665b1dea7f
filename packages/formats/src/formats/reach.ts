import { toDecimal } from "../decimal.ts";
import { asItIs, unformattable } from "../as-it-is.ts";
import type { Format } from "../format.ts";
import { ownProperty } from "../own-field.ts";
import { textOf } from "../text-of.ts";
import { toData } from "../to-data.ts";

/** Explains what is wrong with a name for a result; undefined for a right one. */
function findNameMistake(value: unknown): string | undefined {
  const isName = typeof value === "string" && /^[\p{L}_][\p{L}\p{N}_-]{0,99}$/u.test(value);
  return isName ? undefined : "must be a name of letters, digits, - and _ such as net";
}

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
  {
    name: "as",
    kind: "reach",
    takes: "any",
    gives: "object",
    parameters: [{ name: "name", isRequired: true, isField: true, check: findNameMistake }],
    description:
      "Names a result, so that the tags of the section, and the texts of translations in it, can use it as they use the data. The result may be a printed text, such as an amount of money. The section is written once, also for 0 and for an empty list, and closed by the name at its beginning.",
    examples: [
      {
        template:
          "{{# lines | sum net | as net }}{{ net | money EUR }} + {{ tax | money EUR }} = {{ net | plus tax | money EUR }}{{/lines}}",
        data: { lines: [{ net: 100 }, { net: 20 }], tax: 20.4 },
      },
    ],
    acceptsMissing: true,
    keepsScope: true,
    makesNames: ({ name }) => (typeof name === "string" ? [name] : []),
    // A section over an object with one field gives its content that name.
    apply: (value, { name }) => (typeof name === "string" ? { [name]: toData(value) } : undefined),
  },
];
