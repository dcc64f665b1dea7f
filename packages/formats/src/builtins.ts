/** A name that comes from Platen. A tag writes it with `@`. */
export type Builtin = { name: string; description: string };

/** What Platen brings beside the formats. Data can neither shadow nor fake it. */
export const builtins: readonly Builtin[] = [
  { name: "index", description: "The position of the item in its list, from 0." },
  { name: "number", description: "The position of the item in its list, from 1." },
  { name: "first", description: "Whether the item is the first of its list." },
  { name: "last", description: "Whether the item is the last of its list." },
  { name: "count", description: "The number of items of the list." },
  { name: "locale", description: "The language of the document, such as en or de-CH." },
  { name: "t", description: "A text of the translations by its key: `{{@t.invoice.title}}`." },
];
