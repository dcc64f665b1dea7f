import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { createTransport } from "@platen/client";
import { reportOutcomes, type OutcomeReport } from "@platen/contracts/internal";
import { createLogger } from "@platen/telemetry";
import { waitFor } from "@platen/testing";
import { afterEach, expect, test } from "@jest/globals";
import { createOutcomes } from "./outcomes.ts";

// An HTTP server in the catalog's place, because the real one cannot be made to fail on order.
let server: Server | undefined;

afterEach(() => {
  server?.close();
  server?.closeAllConnections();
});

function report(number: number): OutcomeReport {
  const documentId = `doc_${String(number).padStart(26, "0")}`;
  return { grant: "grant", documentId, status: "cancelled" };
}

/** Serves answers with the status that `statusOf` gives for the number of the call; returns the batches taken. */
async function startCatalog(statusOf: (call: number) => number) {
  const batches: string[][] = [];
  let calls = 0;
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(Buffer.from(chunk));
    calls += 1;
    const status = statusOf(calls);
    const { reports } = reportOutcomes.request.body.parse(JSON.parse(Buffer.concat(chunks).toString()));
    if (status === 200) batches.push(reports.map(({ documentId }) => documentId));
    const body =
      status === 200
        ? { success: true, data: { applied: reports.length, refused: 0 } }
        : { success: false, error: { code: "internal", message: "No.", requestId: "req" } };
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  }
  server = createServer((request, response) => {
    void answer(request, response);
  });
  await new Promise<void>((resolve) => server?.listen(0, "127.0.0.1", resolve));
  // A listening TCP server has an address and port.
  const { port } = server.address() as AddressInfo;
  const catalog = createTransport({ baseUrl: `http://127.0.0.1:${port}`, timeoutMs: 5_000 });
  return {
    batches,
    outcomes: createOutcomes({ catalog, log: createLogger({ service: "worker-test", level: "silent" }) }),
  };
}

test("a lone report goes at once; those that come meanwhile go together", async () => {
  const { batches, outcomes } = await startCatalog(() => 200);
  for (let number = 0; number < 20; number++) outcomes.report(report(number));
  await outcomes.close(5_000);
  expect(batches.map((batch) => batch.length)).toEqual([1, 19]);
});

test("reports wait for a catalog that is away, and none is lost", async () => {
  const { batches, outcomes } = await startCatalog((call) => (call <= 2 ? 503 : 200));
  for (let number = 0; number < 5; number++) outcomes.report(report(number));
  await waitFor(() => batches.flat().length === 5, { describe: "the reports to arrive" });
  expect(new Set(batches.flat()).size).toBe(5);
  await outcomes.close(5_000);
});

test("a report that is refused is not sent again", async () => {
  const { batches, outcomes } = await startCatalog((call) => (call === 1 ? 400 : 200));
  outcomes.report(report(1));
  outcomes.report(report(2));
  await outcomes.close(5_000);
  expect(batches.flat()).toEqual([report(2).documentId]);
});

test("closing does not wait longer than it is told", async () => {
  const { outcomes } = await startCatalog(() => 503);
  outcomes.report(report(1));
  const startedAt = performance.now();
  await outcomes.close(100);
  expect(performance.now() - startedAt).toBeLessThan(3_000);
});
