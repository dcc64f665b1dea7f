import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { once } from "node:events";
import { afterEach, expect, test } from "@jest/globals";
import { checkGateway } from "@platen/contracts/internal";
import { createCatalogCheck } from "./catalog-check.ts";

let server: Server | undefined;
afterEach(() => {
  server?.close();
  server = undefined;
});

/** Runs the check against a server that gives each request this answer. Without a status, no server listens. */
async function askServer(status?: number, body: string | object = ""): Promise<unknown> {
  server = createServer((_request, response) => {
    response.writeHead(status ?? 200).end(typeof body === "string" ? body : JSON.stringify(body));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  if (status === undefined) server.close();
  const baseUrl = `http://user:secret@127.0.0.1:${port}/`;
  const ask = createCatalogCheck({ baseUrl, token: { of: () => "token", refused: "Both keys are not of one pair." } });
  return ask(checkGateway, {}).catch((error: unknown) => error);
}

const problem = (code: string) => ({ success: false, error: { code, message: "No.", requestId: "req_1" } });

test.each([
  [
    "a catalog that refuses the token",
    401,
    problem("auth.token_invalid"),
    "Misconfigured",
    "Both keys are not of one pair.",
  ],
  ["a catalog that cannot answer", 503, problem("dependency.unavailable"), "Error", "cannot answer now: No."],
  ["another server of Platen", 404, problem("route.not_found"), "Error", "not a catalog of this release"],
  ["a server that answers every path", 200, "<html>", "Error", "not a catalog of this release"],
  ["a server that is gone", undefined, "", "Error", "does not answer at CATALOG_URL"],
])("%s is told from the others, without what the address holds", async (_what, status, body, name, message) => {
  const failure = await askServer(status, body);
  expect(failure).toMatchObject({ name, message: expect.stringContaining(message) });
  expect(String(failure)).not.toContain("secret");
});

test("a catalog that accepts the token is one", async () => {
  expect(await askServer(200, { success: true, data: { isAccepted: true } })).toEqual({ isAccepted: true });
});
