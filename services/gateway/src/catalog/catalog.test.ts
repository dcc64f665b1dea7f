import { afterEach, expect, test } from "@jest/globals";
import { createId } from "@platen/contracts";
import { openDocuments } from "@platen/contracts/internal";
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { createCatalog } from "./catalog.ts";
import { createDocumentCreator } from "../generate/document-creator.ts";

let server: Server | undefined;
afterEach(() => server?.close().closeAllConnections());

test("a document is created though a catalog hangs with its creation: another is asked after a second, for the same id", async () => {
  const asked: string[] = [];
  // Stands in for two catalogs, of which one cannot be made to hang.
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = Buffer.concat(await request.toArray()).toString();
    const { documents } = openDocuments.request.body.parse(JSON.parse(body));
    const [asks] = documents;
    if (!asks) throw new Error("the call names no document");
    const { documentId, templateId } = asks;
    asked.push(documentId);
    if (asked.length === 1) return;
    const ids = { documentId, projectId: createId("project"), templateId, sourceId: createId("templateVersion") };
    const created = { outcome: "opened", ...ids, templateName: "Invoice", version: 1 };
    response.end(JSON.stringify({ success: true, data: { documents: [created] } }));
  }
  server = createServer((request, response) => void answer(request, response)).listen(0, "127.0.0.1");
  await once(server, "listening");
  // A listening TCP server has an address and a port.
  const { port } = server.address() as AddressInfo;
  const catalog = createCatalog({ baseUrl: `http://127.0.0.1:${port}`, tokens: { serviceToken: () => "token" } });
  const reporter = { grant: () => ({ documentId: "", grant: "" }), report: () => Promise.resolve() };
  const createDocument = createDocumentCreator({ catalog, reporter, spacingMs: () => 0 });
  const requestId = createId("request");
  const request = { keyHash: "0".repeat(64), requestId, templateId: createId("template") };
  const startedAt = performance.now();
  const about = { deadlineAt: Date.now() + 30_000, documentsAhead: 0, context: { requestId } };
  const created = await createDocument(request, about);
  expect(performance.now() - startedAt).toBeLessThan(2_000);
  expect(asked).toEqual([created.documentId, created.documentId]);
});
