import type { OperationRequest } from "@platen/contracts";
import type { Request } from "express";
import { createBodyRoom, type BodySender } from "./body-room.ts";
import { readFileBody } from "./file-body.ts";
import { createJsonBodyReader, type ReadJsonBody } from "./json-body.ts";

/** Reads the bodies of requests. Without a sender it verifies no caller, and the body takes no room. */
export type BodyReader = {
  readJson: ReadJsonBody;
  /** Reads a body that is a file, of up to the operation's own limit. */
  readFile(
    request: Request,
    file: NonNullable<OperationRequest["bytes"]>,
    sender: BodySender | undefined,
  ): Promise<Uint8Array>;
};

type BodyReaderDependencies = {
  limitBytes: number;
  fileLimitBytes?: number;
};

/**
 * Creates the reader of bodies. Large ones, JSON of up to `limitBytes` (after decompression) and files of up to
 * `fileLimitBytes` or the operation's own limit, share bounded memory.
 */
export function createBodyReader({ limitBytes, fileLimitBytes = 0 }: BodyReaderDependencies): BodyReader {
  const room = createBodyRoom(Math.max(limitBytes, fileLimitBytes));
  return {
    readJson: createJsonBodyReader({ limitBytes, room }),
    readFile: (request, { maxBytes }, sender) =>
      readFileBody(request, { limitBytes: Math.min(maxBytes, fileLimitBytes), room, sender }),
  };
}
