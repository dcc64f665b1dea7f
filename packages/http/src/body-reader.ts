import type { Operation } from "@platen/contracts";
import type { Request } from "express";
import { createBodyRoom, type BodySender } from "./body-room.ts";
import { readFileBody } from "./file-body.ts";
import { createJsonBodyReader } from "./json-body.ts";

/**
 * Reads the body of a request for an operation: JSON, or the bytes of a file. Resolves to undefined for a request without
 * a JSON body. Without a sender it verifies no caller, and the body takes no room.
 */
export type ReadBody = (
  request: Request,
  operation: Pick<Operation, "hasLargeBody" | "request">,
  sender?: BodySender,
) => Promise<unknown>;

/**
 * Creates the reader of bodies. Large ones, JSON of up to `limitBytes` (after decompression) and files of up to
 * `fileLimitBytes` or the operation's own limit, share bounded memory.
 */
export function createBodyReader({
  limitBytes,
  fileLimitBytes = 0,
}: {
  limitBytes: number;
  fileLimitBytes?: number;
}): ReadBody {
  const room = createBodyRoom(Math.max(limitBytes, fileLimitBytes));
  const readJson = createJsonBodyReader({ limitBytes, room });
  return (request, operation, sender) => {
    const { bytes } = operation.request;
    if (!bytes) return readJson(request, operation, sender);
    return readFileBody(request, { limitBytes: Math.min(bytes.maxBytes, fileLimitBytes), room, sender });
  };
}
