import { createHash } from "node:crypto";
import { outputs, Problem, type LinkDisposition } from "@platen/contracts";
import { documentFileName } from "@platen/contracts/file-name";
import type { KeptContent } from "@platen/contracts/internal";
import type { CallContext, Reply } from "@platen/http";
import type { Caller } from "../catalog/caller.ts";
import { contentDisposition } from "../generate/content-disposition.ts";
import type { ByteRange } from "./choose-range.ts";
import { reprDigest } from "./repr-digest.ts";
import { rangedReply } from "./ranged-reply.ts";

/** What a gateway holds of a PDF at a time. */
const pieceBytes = 1024 * 1024;

/** Reads a piece of the PDF from the catalog, which authenticates the caller for each. */
type ReadPiece = (piece: ByteRange & Pick<KeptContent, "contentId" | "output">) => Promise<{ bytes: Uint8Array }>;

/** Creates the function that answers with a kept PDF, whole or in part, or that the caller has it. */
export function createContentReply({ countCorrupt }: { countCorrupt: () => void }) {
  /** Reads a part piece by piece. Throws before the last piece of a whole PDF whose bytes have changed. */
  async function* piecesOf(
    { contentId, output, sizeBytes, sha256 }: KeptContent,
    { from, to }: ByteRange,
    readPiece: ReadPiece,
  ): AsyncGenerator<Uint8Array> {
    const refuse = (what: string): Problem => {
      countCorrupt();
      return new Problem("internal", { cause: new Error(`the kept PDF ${contentId} ${what}`) });
    };
    const isWhole = from === 0 && to === sizeBytes - 1;
    const hash = createHash("sha256");
    for (let at = from; at <= to; at += pieceBytes) {
      const last = Math.min(to, at + pieceBytes - 1);
      const { bytes } = await readPiece({ contentId, output, from: at, to: last });
      if (bytes.byteLength !== last - at + 1) throw refuse("is shorter than it was");
      if (isWhole) hash.update(bytes);
      if (isWhole && last === to && hash.digest("hex") !== sha256) throw refuse("has other bytes than it had");
      yield bytes;
    }
  }

  return async function contentReply(
    content: KeptContent,
    context: Pick<CallContext<Caller>, "header">,
    readPiece: ReadPiece,
    { disposition = "attachment", cacheControl }: { disposition?: LinkDisposition; cacheControl?: string } = {},
  ): Promise<Reply> {
    const { output, sizeBytes, sha256, filename, templateName } = content;
    return rangedReply(
      {
        sizeBytes,
        tag: `"${sha256}"`,
        headers: reprDigest(sha256),
        contentType: outputs[output].type,
        disposition: contentDisposition(disposition, documentFileName(output, filename, templateName)),
        cacheControl,
        async open(range) {
          const pieces = piecesOf(content, range, readPiece);
          // Before the headers, so that a storage that is away is answered with a problem.
          const first = await pieces.next();
          return (async function* all() {
            if (!first.done) yield first.value;
            yield* pieces;
          })();
        },
      },
      (name) => context.header(name),
    );
  };
}

export type ContentReply = ReturnType<typeof createContentReply>;
