import { Problem } from "@platen/contracts";

/** The pieces of a body while it arrives. Reading them throws as soon as they are more than the limit. */
export async function* streamBody(
  body: AsyncIterable<Uint8Array>,
  limitBytes: number,
): AsyncGenerator<Uint8Array, void, undefined> {
  let receivedBytes = 0;
  for await (const piece of body) {
    receivedBytes += piece.byteLength;
    if (receivedBytes > limitBytes) {
      const message = `The body has more than ${limitBytes.toLocaleString("en")} bytes, the maximum of this operation.`;
      throw new Problem("request.too_large", { message });
    }
    yield piece;
  }
}
