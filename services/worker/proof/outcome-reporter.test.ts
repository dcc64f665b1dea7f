import { createTransport, type Send } from "@platen/client";
import { reportOutcomes, type OutcomeReport } from "@platen/contracts/internal";
import { createLogger, type Logger } from "@platen/telemetry";
import { waitFor } from "@platen/testing";
import { describe, expect, test } from "@jest/globals";
import { createOutcomeReporter } from "../src/outcome-reporter.ts";

const idOf = (number: number) => `doc_${String(number).padStart(26, "0")}`;

function report(number: number, grant = "grant"): OutcomeReport {
  return { grant, documentId: idOf(number), status: "cancelled" };
}

/** What the worker thinks of a grant, by its own clock. */
const grants = {
  verifyReportingGrant(grant: string) {
    if (grant === "expired") throw new Error("the token expired");
    return { documentId: "", projectId: "", sourceId: "", preview: false, issuer: "platen-gateway" as const };
  },
};

const silent = createLogger({ service: "worker-test", level: "silent" });

/**
 * A catalog that answers each call with the status of `statusOf`, because the real one cannot fail on request. Gives the
 * batches that it has received.
 */
function startCatalog(
  statusOf: (call: number) => number,
  { refusedDocuments = () => [], log = silent }: { refusedDocuments?: (call: number) => string[]; log?: Logger } = {},
) {
  const batches: string[][] = [];
  const taken: OutcomeReport[] = [];
  const onNewConnection: number[] = [];
  let calls = 0;
  const send: Send = async ({ body, isOnNewConnection }) => {
    calls += 1;
    if (isOnNewConnection) onNewConnection.push(calls);
    const status = statusOf(calls);
    const { reports } = reportOutcomes.request.body.parse(JSON.parse(String(body)));
    const answer =
      status === 200
        ? { success: true, data: { applied: reports.length, refusedDocuments: refusedDocuments(calls) } }
        : { success: false, error: { code: "internal", message: "No.", requestId: "req" } };
    if (status === 200) {
      batches.push(reports.map(({ documentId }) => documentId));
      taken.push(...reports);
    }
    return { status, header: () => "application/json", bytes: Buffer.from(JSON.stringify(answer)) };
  };
  const catalogBy = (sendBy: Send) =>
    createTransport({ baseUrl: "http://catalog.invalid", timeoutMs: 5_000, send: sendBy });
  const elsewhere = catalogBy((request) => send({ ...request, isOnNewConnection: true }));
  return {
    batches,
    taken,
    onNewConnection,
    outcomes: createOutcomeReporter({ catalog: catalogBy(send), elsewhere, grants, log }),
  };
}

test("a single report goes at once, and the reports of the meantime go together", async () => {
  const { batches, outcomes } = startCatalog(() => 200);
  for (let number = 0; number < 20; number++) outcomes.report(report(number));
  await outcomes.close(5_000);
  expect(batches.map((batch) => batch.length)).toEqual([1, 19]);
});

test("a report that comes at the end of a batch is sent without a further report", async () => {
  // The number of steps until the end of a batch is internal, so the report comes at each step in turn.
  for (let steps = 0; steps < 12; steps++) {
    let isFirst = true;
    async function warn(): Promise<void> {
      if (!isFirst) return;
      isFirst = false;
      for (let step = 0; step < steps; step++) await Promise.resolve();
      outcomes.report(report(2));
    }
    const log = { ...silent, warn: () => void warn() };
    const { taken, outcomes } = startCatalog(() => 200, { refusedDocuments: () => [idOf(0)], log });
    outcomes.report(report(1));
    await waitFor(() => taken.length === 2, { describe: `the report after ${steps} steps` });
    await outcomes.close(5_000);
  }
});

test("a report that one catalog refuses, whose clock is ahead, is sent again on a new connection, and counts when it is taken", async () => {
  const { batches, outcomes, onNewConnection } = startCatalog(() => 200, {
    refusedDocuments: (call) => (call === 1 ? [idOf(1)] : []),
  });
  const taken = Promise.withResolvers<number>();
  outcomes.report(report(1), { onTaken: () => taken.resolve(batches.length) });
  expect(await taken.promise).toBe(2);
  expect([batches, onNewConnection]).toEqual([[[idOf(1)], [idOf(1)]], [2]]);
  await outcomes.close(5_000);
});

test("a report whose grant has expired by the worker's clock too is sent once", async () => {
  const { batches, outcomes } = startCatalog(() => 200, { refusedDocuments: () => [idOf(1)] });
  outcomes.report(report(1, "expired"));
  await outcomes.close(5_000);
  expect(batches).toEqual([[idOf(1)]]);
});

test("reports gather during the pause between two batches", async () => {
  const { batches, outcomes } = startCatalog(() => 200);
  const startedAt = performance.now();
  for (let number = 1; number <= 5; number++) {
    outcomes.report(report(number));
    await waitFor(() => batches.length === number, { intervalMs: 1, describe: "the report to arrive" });
  }
  expect(performance.now() - startedAt).toBeGreaterThan(150);
  await outcomes.close(5_000);
});

test("the most urgent report takes the others along", async () => {
  const arrived: string[] = [];
  const kinds = ["usual", "awaited"] as const;
  // Several of each, because timers that end within one millisecond run in either order.
  const reporters = [...kinds, ...kinds, ...kinds, ...kinds].map((kind) => {
    const { batches, outcomes } = startCatalog(() => {
      arrived.push(kind);
      return 200;
    });
    const first = Promise.withResolvers<void>();
    outcomes.report(report(1), { onTaken: first.resolve });
    return { kind, batches, outcomes, isFirstTaken: first.promise };
  });
  await Promise.all(reporters.map(({ isFirstTaken }) => isFirstTaken));
  for (const { outcomes } of reporters) outcomes.report(report(2), { urgency: "usual" });
  // By now each pauses before its next batch.
  await new Promise(setImmediate);
  for (const { kind, outcomes } of reporters) {
    outcomes.report(report(3), { urgency: kind });
  }
  await waitFor(() => arrived.length === 2 * reporters.length, { intervalMs: 1, describe: "the next reports" });
  expect(arrived.slice(reporters.length)).toEqual(kinds.toReversed().flatMap((kind) => [kind, kind, kind, kind]));
  expect(reporters.map(({ batches }) => batches.map((batch) => batch.length))).toEqual(reporters.map(() => [1, 2]));
  await Promise.all(reporters.map(({ outcomes }) => outcomes.close(5_000)));
});

test("an awaited report waits after another awaited one, and after no other", async () => {
  const arrived: string[] = [];
  const reporters = await Promise.all(
    (["awaited", "usual"] as const).map(async (before) => {
      const { outcomes } = startCatalog(() => {
        arrived.push(before);
        return 200;
      });
      const first = Promise.withResolvers<void>();
      outcomes.report(report(1), { onTaken: first.resolve, urgency: before });
      await first.promise;
      return outcomes;
    }),
  );
  for (const outcomes of reporters) outcomes.report(report(2), { urgency: "awaited" });
  await waitFor(() => arrived.length === 4, { intervalMs: 1, describe: "the next reports" });
  expect(arrived.slice(2)).toEqual(["usual", "awaited"]);
  await Promise.all(reporters.map((outcomes) => outcomes.close(5_000)));
});

describe("the report that a document is being rendered", () => {
  function rendering(number: number): OutcomeReport {
    const { grant, documentId } = report(number);
    return { grant, documentId, status: "rendering", queueMs: 7 };
  }

  test("is sent for a document that takes long", async () => {
    const { taken, outcomes } = startCatalog(() => 200);
    outcomes.report(rendering(1));
    await waitFor(() => taken.length > 0, { describe: "the report to arrive" });
    outcomes.report(report(1));
    await outcomes.close(5_000);
    expect(taken).toEqual([rendering(1), report(1)]);
  });

  test("is left out for a document that ends soon", async () => {
    const { taken, outcomes } = startCatalog(() => 200);
    outcomes.report(rendering(1));
    outcomes.report(report(1));
    await outcomes.close(5_000);
    expect(taken).toEqual([report(1)]);
  });

  test("is sent with a failure, because it alone has the time in the queue", async () => {
    const { batches, taken, outcomes } = startCatalog(() => 200);
    const failure = { code: "data_invalid", message: "No.", retryable: false } as const;
    const failed: OutcomeReport = { ...report(1), status: "failed", failure };
    outcomes.report(rendering(1));
    outcomes.report(failed);
    await outcomes.close(5_000);
    expect(taken).toEqual([rendering(1), failed]);
    expect(batches).toHaveLength(1);
  });

  test("is sent before the process ends", async () => {
    const { taken, outcomes } = startCatalog(() => 200);
    outcomes.report(rendering(1));
    await outcomes.close(5_000);
    expect(taken).toEqual([rendering(1)]);
  });
});

test("reports wait while the catalog is unavailable, and none is lost", async () => {
  const { batches, outcomes } = startCatalog((call) => (call <= 2 ? 503 : 200));
  for (let number = 0; number < 5; number++) outcomes.report(report(number));
  await waitFor(() => batches.flat().length === 5, { describe: "the reports to arrive" });
  expect(new Set(batches.flat()).size).toBe(5);
  await outcomes.close(5_000);
});

test("a refused report is not sent again", async () => {
  const { batches, outcomes } = startCatalog((call) => (call === 1 ? 400 : 200));
  outcomes.report(report(1));
  outcomes.report(report(2));
  await outcomes.close(5_000);
  expect(batches.flat()).toEqual([report(2).documentId]);
});

test("closing waits no longer than its grace", async () => {
  const { outcomes } = startCatalog(() => 503);
  outcomes.report(report(1));
  // The catalog never takes the report, so a close without the grace would not end.
  await expect(outcomes.close(100)).resolves.toBeUndefined();
});
