import { parseArgs } from "node:util";
import { z } from "zod";
import { UserError } from "./user-error.ts";

/** A number above 0, as text. */
export const positive = z.coerce.number().positive();
/** Several numbers above 0, separated by commas. */
export const positives = z.string().transform((text) => positive.array().parse(text.split(",")));

/** Reads command line options of the form `--name value`. An unknown option and an invalid value are errors. */
export function readOptions<T extends z.ZodRawShape>(args: string[], shape: T): z.output<z.ZodObject<T>> {
  const names = Object.keys(shape).map((name) => [name, { type: "string" as const }]);
  const { values } = parseArgs({ args, options: Object.fromEntries(names) });
  const read = z.object(shape).safeParse(values);
  if (!read.success) throw new UserError(`Invalid options:\n${z.prettifyError(read.error)}`);
  return read.data;
}
