import { operations } from "@platen/contracts";
import type { GenerateRequest } from "./client.ts";
import { piecesOf, type OpenStream } from "./open-stream.ts";
import { notReady, type CallOptions } from "./transport.ts";

const { generatePdf } = operations;
const getDocumentContent = operations.getDocumentContent.key;

/** Creates the methods that give a file piece by piece, so that no program holds a large one in memory. */
export function createStreamMethods(openStream: OpenStream) {
  return {
    /**
     * Generates a document and yields its PDF piece by piece:
     * `await writeFile("invoice.pdf", client.streamDocument({ templateId, data }))`. Throws where the PDF does not arrive whole.
     */
    async *streamDocument(body: GenerateRequest, call?: CallOptions): AsyncGenerator<Uint8Array, void, undefined> {
      const answer = await openStream(generatePdf, { body }, call);
      if (answer.body) yield* piecesOf(answer.body, answer.failed);
    },
    /**
     * Downloads the PDF of a document that was made by `createDocument` or with `store`, piece by piece:
     * `await writeFile("invoice.pdf", client.streamDocumentContent(documentId))`.
     */
    async *streamDocumentContent(documentId: string, call?: CallOptions): AsyncGenerator<Uint8Array, void, undefined> {
      const { status, header, body, failed } = await openStream(getDocumentContent, { params: { documentId } }, call);
      if (status === 202) {
        await body?.cancel();
        throw notReady({ status, header });
      }
      if (body) yield* piecesOf(body, failed);
    },
  };
}
