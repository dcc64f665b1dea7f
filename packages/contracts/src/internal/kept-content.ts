import { z } from "zod";
import { idSchema } from "../ids.ts";
import { outputNames } from "../outputs.ts";

/** What the catalog tells the gateway of a kept PDF. */
export const keptContent = z.object({
  contentId: idSchema("content"),
  output: z.enum(outputNames),
  sizeBytes: z.int(),
  sha256: z.string(),
  filename: z.string().nullable(),
  templateName: z.string().nullable(),
});
export type KeptContent = z.infer<typeof keptContent>;

const position = z.coerce.number().int().nonnegative();
const range = { from: position, to: position };
type Range = { from: number; to: number };
const isPiece = ({ from, to }: Range) => to >= from && to - from < 4 * 1024 * 1024;
const notAPiece = "must be a piece of at most 4 MiB";

/** A piece of a PDF, of at most 4 MiB: from the byte `from` to the byte `to`, which counts as well. */
export const piece = z.strictObject(range).refine(isPiece, notAPiece);
/** A piece of one kept file; of a PDF unless it says otherwise. */
export const contentPiece = z
  .strictObject({ contentId: idSchema("content"), output: z.enum(outputNames).default("pdf"), ...range })
  .refine(isPiece, notAPiece);
