import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { resolve } from "node:path";
import { json } from "node:stream/consumers";
import { expect, test } from "@jest/globals";
import { auditPackages, type Audit } from "./audit-packages.ts";

const rootFolder = resolve(import.meta.dirname, "../../..");

/** Audits against a registry that answers so. */
async function auditBy(answer: (request: IncomingMessage, response: ServerResponse) => unknown): Promise<Audit> {
  const registry = createServer((request, response) => void answer(request, response)).listen(0, "127.0.0.1");
  await once(registry, "listening");
  try {
    const { port } = registry.address() as AddressInfo;
    return await auditPackages(rootFolder, { timeoutMs: 60_000, registry: `http://127.0.0.1:${port}/` });
  } finally {
    registry.closeAllConnections();
    registry.close();
  }
}

test("a published weakness is found, none is clean, and a registry that answers neither is unreachable", async () => {
  const advisory = {
    id: 1,
    url: "https://github.com/advisories/GHSA-aaaa-bbbb-cccc",
    title: "Reads too much",
    severity: "high",
    vulnerable_versions: "*",
    cwe: [],
    cvss: { score: 7.5, vectorString: null },
  };
  const found = await auditBy(async (request, response) => {
    const [first = ""] = Object.keys((await json(request)) as object);
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ [first]: [advisory] }));
  });
  expect(found).toEqual({ outcome: "found", output: expect.stringContaining("Reads too much") });
  const clean = await auditBy((_request, response) => {
    response.writeHead(200, { "content-type": "application/json" }).end("{}");
  });
  expect(clean.outcome).toBe("clean");
  const away = await auditBy((_request, response) => response.writeHead(405).end());
  expect(away).toEqual({ outcome: "unreachable", output: expect.stringContaining("405") });
});
