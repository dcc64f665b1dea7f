import { setTimeout as delay } from "node:timers/promises";
import { Problem, type Operation } from "@platen/contracts";
import type { Request } from "express";
import type { BodyRoom, BodySender } from "./body-room.ts";
import { isCompressed } from "./content-encoding.ts";
import { parseJson } from "./parse-json.ts";
import { freelyReadBytes, readBody, tooLarge } from "./read-body.ts";

/** For every operation whose body carries neither a template nor data. */
const shortBodyBytes = 16 * 1024;
/**
 * The pause after a large body, as a multiple of the time that parsing it took, and the addition for each megabyte. What
 * the server does with the body next takes about as long again. So large bodies take at most a third of its time, and the
 * largest an eighth: a request between them waits for several steps, each for the rest of a body.
 */
const pausePerTime = 5;
const pausePerMegabyte = 2;
function hasBody(request: Request): boolean {
  return request.headers["transfer-encoding"] !== undefined || Number(request.headers["content-length"] ?? 0) > 0;
}

function isUtf8Json(request: Request): boolean {
  const contentType = request.headers["content-type"] ?? "";
  if (contentType === "application/json") return true;
  const [type, ...parameters] = contentType.toLowerCase().split(";");
  const charset = parameters.map((parameter) => parameter.trim()).find((parameter) => parameter.startsWith("charset="));
  return type?.trim() === "application/json" && (charset === undefined || /^charset="?utf-?8"?$/.test(charset));
}

/**
 * Reads the JSON body of a request for an operation; resolves to undefined for a request without a body. Without a
 * sender it verifies no caller, and the body takes no room.
 */
type ReadJsonBody = (
  request: Request,
  operation: Pick<Operation, "hasLargeBody">,
  sender?: BodySender,
) => Promise<unknown>;

/**
 * Creates the reader of JSON bodies: of large ones up to `limitBytes` (after decompression), of others up to 16 KiB,
 * without compression. It refuses any body except UTF-8 `application/json` before reading it. All large bodies together
 * take bounded memory while it reads them.
 */
export function createJsonBodyReader(options: { limitBytes: number; room: BodyRoom }): ReadJsonBody {
  let turns = Promise.resolve();
  let nextAt = 0;

  /** Parses large bodies one after the other, with pauses in which the server serves other requests. */
  function inOwnTurn<T>(bytes: number, parse: () => T): Promise<T> {
    const parsed = turns.then(async () => {
      await delay(Math.max(0, nextAt - performance.now()));
      const startedAt = performance.now();
      try {
        return parse();
      } finally {
        const now = performance.now();
        nextAt = now + (pausePerTime + pausePerMegabyte * (bytes / 1_000_000)) * (now - startedAt);
      }
    });
    turns = parsed.then(
      () => undefined,
      () => undefined,
    );
    return parsed;
  }

  return (request, operation, sender) =>
    options.room.read(request, { limitBytes: options.limitBytes, sender, until: "read" }, (beforeMore) =>
      read(request, operation, beforeMore),
    );

  async function read(
    request: Request,
    { hasLargeBody }: Pick<Operation, "hasLargeBody">,
    beforeMore: (() => Promise<unknown>) | undefined,
  ): Promise<unknown> {
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
    const bytes = await readBody(request, limitBytes, hasLargeBody ? beforeMore : refuseMore);
    return bytes.byteLength > freelyReadBytes ? inOwnTurn(bytes.byteLength, () => parseJson(bytes)) : parseJson(bytes);
  }
}
