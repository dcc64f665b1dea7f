import { promisify } from "node:util";
import { deflateRawSync, inflateRaw } from "node:zlib";
import { pageSettings } from "@platen/contracts";
import { z } from "zod";
import { inlineSource } from "./jobs.ts";

const inflate = promisify(inflateRaw);

const backgroundInput = z.object({
  /** Version of this shape. Couriers are replaced before gateways. */
  v: z.literal(1),
  dataJson: z.string(),
  source: inlineSource.optional(),
  options: pageSettings,
  locale: z.string().optional(),
  timeZone: z.string().optional(),
  filename: z.string().optional(),
});

/** What a document is made from that no caller waits for, until its job is made. */
export type BackgroundInput = Omit<z.infer<typeof backgroundInput>, "v">;

/**
 * Packs an input for its time in the catalog, which does not look inside. `inputBytes` is its size in the queue. Large
 * inputs are packed in processes of their own.
 */
export function packBackgroundInput(input: BackgroundInput): { input: string; inputBytes: number } {
  const text = Buffer.from(JSON.stringify({ v: 1, ...input }));
  // The fastest level: data are mostly repeated names, which it makes small as well.
  return { input: deflateRawSync(text, { level: 1 }).toString("base64"), inputBytes: text.byteLength };
}

/** Reads what {@link packBackgroundInput} has packed. */
export async function unpackBackgroundInput(packed: { input: string; inputBytes: number }): Promise<BackgroundInput> {
  const text = await inflate(Buffer.from(packed.input, "base64"), { maxOutputLength: Math.max(1, packed.inputBytes) });
  const { v: _v, ...input } = backgroundInput.parse(JSON.parse(text.toString()));
  return input;
}
