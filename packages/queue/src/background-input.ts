import { promisify } from "node:util";
import { deflateRawSync, inflateRaw } from "node:zlib";
import { renderRequest, type RenderRequest } from "@platen/contracts";
import { z } from "zod";

const inflate = promisify(inflateRaw);

/** What the catalog has of a document that no caller waits for, until its job is made. */
const backgroundInput = z.object({
  /** Version of this shape. Couriers are replaced before gateways. */
  v: z.literal(1),
  ...renderRequest.shape,
});

/**
 * Packs a request for its time in the catalog, which does not look inside. `inputBytes` is its size in the queue. Large
 * requests are packed in processes of their own.
 */
export function packBackgroundInput(request: RenderRequest): { input: string; inputBytes: number } {
  const text = Buffer.from(JSON.stringify({ v: 1, ...request }));
  // The fastest level: data are mostly repeated names, which it makes small as well.
  return { input: deflateRawSync(text, { level: 1 }).toString("base64"), inputBytes: text.byteLength };
}

/** Reads what {@link packBackgroundInput} has packed. */
export async function unpackBackgroundInput(packed: { input: string; inputBytes: number }): Promise<RenderRequest> {
  const text = await inflate(Buffer.from(packed.input, "base64"), { maxOutputLength: Math.max(1, packed.inputBytes) });
  const { v: _v, ...request } = backgroundInput.parse(JSON.parse(text.toString()));
  return request;
}
