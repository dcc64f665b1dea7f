import type { Format } from "../format.ts";

/** The formats that the language itself needs in its tests. */
export const basicFormats: readonly Format[] = [
  {
    name: "upper",
    kind: "text",
    takes: "text",
    gives: "text",
    parameters: [],
    description: "Writes a text in capitals, by the rules of the document's language.",
    examples: [{ template: "{{ name | upper }}", data: { name: "straße" } }],
    apply(value, _args, context) {
      if (typeof value === "string") return value.toLocaleUpperCase(context.locale);
      context.unformattable(value);
      return value;
    },
  },
  {
    name: "or",
    kind: "choice",
    takes: "any",
    gives: "any",
    parameters: [{ name: "other", description: "The value to print in its place.", type: "any", isRequired: true }],
    description: "Prints another value where a value is missing, null or an empty text.",
    examples: [{ template: "{{ note | or 'none' }}", data: {} }],
    acceptsMissing: true,
    apply: (value, { other }) => (value === undefined || value === null || value === "" ? other : value),
  },
  {
    name: "is",
    kind: "choice",
    takes: "any",
    gives: "boolean",
    parameters: [{ name: "other", description: "The value to compare with.", type: "any", isRequired: true }],
    description: "Whether two values are the same.",
    examples: [{ template: "{{# status | is 'paid' }}Paid{{/status}}", data: { status: "paid" } }],
    acceptsMissing: true,
    apply: (value, { other }) => value === other,
  },
  {
    name: "money",
    kind: "numbers",
    takes: "number",
    gives: "text",
    parameters: [
      {
        name: "currency",
        description: "An ISO 4217 code. Default: the currency of the template.",
        type: "text",
        isCurrency: true,
      },
      {
        name: "style",
        description: "How the currency is shown.",
        type: "text",
        words: ["code", "name", "plain", "accounting"],
      },
    ],
    description: "Writes an amount of money.",
    examples: [{ template: "{{ total | money EUR }}", data: { total: 1240.1 } }],
    apply(value, { currency }, context) {
      const code = currency ?? context.currency;
      try {
        if (typeof value === "number" && typeof code === "string") {
          return new Intl.NumberFormat(context.locale, { style: "currency", currency: code }).format(value);
        }
      } catch {
        // The data name no currency.
      }
      context.unformattable(value);
      return value;
    },
  },
];
