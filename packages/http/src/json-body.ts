import { Problem, type Operation } from "@platen/contracts";
import type { Request } from "express";
import type { BodyRoom, BodySender } from "./body-room.ts";
import { isCompressed } from "./content-encoding.ts";
import { hasBody } from "./incoming-body.ts";
import { readBody, tooLarge } from "./read-body.ts";

/** For every operation whose body carries neither a template nor data. */
const shortBodyBytes = 16 * 1024;

function isUtf8Json(request: Request): boolean {
  const contentType = request.headers["content-type"] ?? "";
  if (contentType === "application/json") return true;
  const [type, ...parameters] = contentType.toLowerCase().split(";");
  const charset = parameters.map((parameter) => parameter.trim()).find((parameter) => parameter.startsWith("charset="));
  return type?.trim() === "application/json" && (charset === undefined || /^charset="?utf-?8"?$/.test(charset));
}

/**
 * Reads the JSON body of a request for an operation and hands its bytes to `use`; undefined for a request without a body. A
 * large body keeps its room until it is used. Without a sender it verifies no caller, and the body takes no room.
 */
export type ReadJsonBody = <T>(
  request: Request,
  operation: Pick<Operation, "hasLargeBody">,
  sender: BodySender | undefined,
  use: (json: Uint8Array | undefined) => Promise<T>,
) => Promise<T>;

/**
 * Creates the reader of JSON bodies: of large ones up to `limitBytes` (after decompression), of others up to 16 KiB,
 * without compression. It refuses any body except UTF-8 `application/json` before reading it. All large bodies together
 * take bounded memory until they are used.
 */
export function createJsonBodyReader(options: { limitBytes: number; room: BodyRoom }): ReadJsonBody {
  return (request, operation, sender, use) =>
    options.room.read(request, { limitBytes: options.limitBytes, sender, until: "read" }, async (beforeMore) =>
      use(await read(request, operation, beforeMore)),
    );

  async function read(
    request: Request,
    { hasLargeBody }: Pick<Operation, "hasLargeBody">,
    beforeMore: (() => Promise<unknown>) | undefined,
  ): Promise<Uint8Array | undefined> {
    if (!hasBody(request)) return undefined;
    if (!isUtf8Json(request)) {
      throw new Problem("request.media_unsupported", {
        message: "The body must be JSON in UTF-8. Send `Content-Type: application/json`.",
      });
    }
    if (!hasLargeBody && isCompressed(request)) {
      throw new Problem("request.media_unsupported", {
        message: "This operation takes no compressed body. Send the body without `Content-Encoding`.",
      });
    }
    const limitBytes = hasLargeBody ? options.limitBytes : Math.min(shortBodyBytes, options.limitBytes);
    // A short body has ended before its sender matters, who may be anyone.
    const refuseMore = beforeMore && (() => Promise.reject(tooLarge(limitBytes)));
    return readBody(request, limitBytes, hasLargeBody ? beforeMore : refuseMore);
  }
}
