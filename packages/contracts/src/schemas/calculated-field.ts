import { z } from "zod";
import { formed, text } from "./fields.ts";
import { list } from "./list.ts";

/** What formulas read as values. */
const literals = new Set(["true", "false", "null"]);

const calculatedField = z.strictObject({
  name: formed(/^[\p{L}_][\p{L}\p{N}_]*$/u, 100, "must begin with a letter and have only letters, digits and _")
    .refine((name) => !literals.has(name), "must not be a word of formulas: true, false, null")
    .meta({ description: "The name by which tags and other formulas read the value.", example: "subtotal" }),
  formula: text(500, 1).meta({
    description: "The formula: see docs/calculated-fields.md.",
    example: "sum(items, price × quantity)",
  }),
});

/** A value that Platen computes from the data of a document, before it fills the template. */
export type CalculatedField = z.infer<typeof calculatedField>;

export const calculatedFields = list(calculatedField, 100).meta({
  description:
    "Values that Platen computes exactly from the data, at most 100. Tags read them like data, and they replace values of the data with the same names.",
});
