import { asItIs, unformattable } from "../as-it-is.ts";
import type { Format } from "../format.ts";
import { textOf } from "../text-of.ts";

/** Languages: texts of translations whose key comes from the data. */
export const languageFormats: readonly Format[] = [
  {
    name: "t",
    kind: "languages",
    takes: "text",
    gives: "text",
    // The report names it, so it cannot come from the data.
    parameters: [{ name: "prefix", isField: true }],
    description:
      "Prints the text of [translations](templates.md#languages) whose key the data completes: `{{ status | t 'status' }}` prints the text `status.paid` for the status `paid`. `{{@t.invoice.title}}` prints a text of a fixed key.",
    examples: [
      {
        template: "{{ status | t 'status' }}",
        data: { status: "paid" },
        texts: {
          en: { "status.paid": "Paid" },
          de: { "status.paid": "Bezahlt" },
          fr: { "status.paid": "Payé" },
        },
      },
    ],
    apply(value, { prefix }, context) {
      const text = textOf(value);
      if (text === undefined) return asItIs(value, unformattable, context);
      const start = prefix === undefined ? "" : `${textOf(prefix) ?? ""}.`;
      return context.translate(start + text, `${start}*`);
    },
  },
];
