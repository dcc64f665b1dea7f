import { Problem } from "@platen/contracts";
import type { Request } from "express";
import type { BodyRoom, BodySender } from "./body-room.ts";
import { isCompressed } from "./content-encoding.ts";
import { readBody } from "./read-body.ts";

/**
 * Reads a body that is a file. Its content type says nothing that the server believes: curl sends a file as a form by
 * default. The file takes room until the request is over, because whatever serves the request holds it so long.
 */
export async function readFileBody(
  request: Request,
  { limitBytes, room, sender }: { limitBytes: number; room: BodyRoom; sender: BodySender | undefined },
): Promise<Uint8Array> {
  if (isCompressed(request)) {
    throw new Problem("request.media_unsupported", {
      message: "This operation takes no compressed body. Send the file without `Content-Encoding`.",
    });
  }
  if (/^multipart\//i.test(request.headers["content-type"] ?? "")) {
    throw new Problem("request.media_unsupported", {
      message: "The body must be the file itself, not a form. With curl, use `-T file` instead of `-F`.",
    });
  }
  const bytes = await room.read(request, { limitBytes, sender, until: "over" }, (beforeMore) =>
    readBody(request, limitBytes, beforeMore),
  );
  if (bytes.byteLength === 0) {
    throw new Problem("request.invalid", {
      message: "The body is empty. Send the bytes of the file.",
      details: [{ path: "", message: "must be the bytes of a file" }],
    });
  }
  return bytes;
}
