import { z } from "zod";
import { createLink } from "../operations/links.ts";
import { timestamp } from "../schemas/fields.ts";
import { linkDisposition, linkToken } from "../schemas/link.ts";
import { keptContent, piece } from "./kept-content.ts";
import { catalogOperation, internalOperation } from "./internal-operation.ts";

// The gateway calls these for links to kept PDFs. The catalog signs links, and alone can tell which are good.

/** A signed link without the address of the installation, which the catalog does not know. */
const signedLink = z.object({ token: linkToken, expiresAt: timestamp });

/** Signs a link. */
export const signLink = {
  ...internalOperation(createLink),
  operationId: "signLink",
  response: { status: 201, content: "json", body: signedLink },
} as const;

const linkedContent = keptContent.extend({ disposition: linkDisposition });

/** Finds the kept PDF of a link. Its bytes come in pieces, by {@link readLinkedContent}. */
export const findLinkedContent = catalogOperation({
  method: "get",
  path: "/internal/linked-content",
  operationId: "findLinkedContent",
  callerKind: "link",
  request: {},
  response: { status: 200, content: "json", body: linkedContent },
  problems: ["link.not_found", "link.gone", "content.gone"],
});

/** Reads a piece of the kept PDF of a link. */
export const readLinkedContent = catalogOperation({
  method: "get",
  path: "/internal/linked-content/piece",
  operationId: "readLinkedContent",
  callerKind: "link",
  request: { query: piece },
  response: { status: 200, content: "bytes" },
  problems: ["link.not_found", "link.gone", "content.gone", "content.lost"],
});
