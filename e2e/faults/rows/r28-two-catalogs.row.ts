import { setTimeout as delay } from "node:timers/promises";
import { freePort, runService, waitFor, type RunningService } from "@platen/testing";
import { withConnection } from "@platen/provisioning";
import { watchProcesses } from "../facts/process-watch.ts";
import { createNames } from "../harms/names.ts";
import { startTcpProxy } from "../harms/tcp-proxy.ts";
import { clockAhead } from "../harms/wrong-clock.ts";
import { askSteadily, countStatuses, createCaller, slowest, type Answer } from "../load/caller.ts";
import { faultRow } from "../runner/fault-row.ts";

const harmMs = 12_000;
const perSecond = { atOnce: 4, later: 4 };
const hour = 3_600_000;
const addresses = { first: "127.0.0.1", second: "127.0.0.2" };

/** How many requests a catalog has answered. */
async function servedBy(catalog: RunningService): Promise<number> {
  const text = await (await fetch(`${catalog.managementUrl}/metrics`)).text();
  return [...text.matchAll(/^platen_request_duration_seconds_count\{.*\} (\d+)$/gm)].reduce(
    (sum, [, count]) => sum + Number(count),
    0,
  );
}

faultRow("R28", "One of two catalogs hangs, or has a wrong clock, and so has a worker", async (figures, stage) => {
  const names = await createNames();
  stage.onEnd(() => names.remove());
  await names.set({ "catalog.test": addresses.first });
  const port = String(await freePort());
  const env = { ...names.env, CATALOG_URL: `http://catalog.test:${port}` };
  const platen = await stage.startPlaten({
    workers: 1,
    env: { catalog: { PORT: port }, gateway: env, worker: env, courier: env },
  });
  const processes = watchProcesses(platen);
  const { MANAGEMENT_PORT: _port, ...ofCatalog } = platen.processes.catalog.env;

  /** Starts a second catalog, which the name leads to as well when it is ready, until `leave`. */
  async function startSecond(variables: Record<string, string> = {}) {
    const ownPort = await freePort();
    const catalog = await runService("catalog", { ...ofCatalog, PORT: String(ownPort), ...variables }, "catalog-2");
    stage.onEnd(() => catalog.stop());
    const proxy = await startTcpProxy(ownPort, { address: addresses.second, port: Number(port) });
    stage.onEnd(() => proxy.close());
    await names.set({ "catalog.test": Object.values(addresses) });
    async function leave(): Promise<void> {
      await names.set({ "catalog.test": addresses.first });
      await catalog.stop();
      proxy.close();
    }
    return { catalog, leave };
  }

  /** Connections last half a minute, and new ones go to both. */
  async function untilAsked(catalog: RunningService): Promise<void> {
    const isAsked = async () => {
      all.push(await caller.ask(`Connections ${all.length}`));
      return (await servedBy(catalog)) > 0;
    };
    await waitFor(isAsked, { timeoutMs: 60_000, intervalMs: 200, describe: "requests at both catalogs" });
  }

  const caller = await createCaller(platen, "Two catalogs");
  await caller.ask("The first document, which opens the browser's page");
  const all: Answer[] = [];
  const accepted: Answer[] = [];

  /** Sends documents of both kinds while `harm` lasts, and a little longer. */
  async function measure(what: string, harm: () => Promise<unknown>): Promise<Answer[]> {
    const atOnce = askSteadily(perSecond.atOnce, (number) => caller.ask(`${what}: at once ${number}`));
    const later = askSteadily(perSecond.later, (number) => caller.askForLater(`${what}: later ${number}`));
    await delay(1_000);
    await harm();
    await delay(1_000);
    const answers = await atOnce.stop();
    const ofLater = await later.stop();
    figures.exactly(`${what}: documents at once`, countStatuses(answers), `200: ${answers.length}`);
    figures.atMost(`${what}: the slowest`, slowest(answers) / 1_000, 3, "s");
    figures.exactly(`${what}: background documents`, countStatuses(ofLater), `202: ${ofLater.length}`);
    all.push(...answers);
    accepted.push(...answers, ...ofLater);
    return answers;
  }

  const { catalog: hanging, leave } = await startSecond();
  await untilAsked(hanging);
  await measure("a hanging catalog", async () => {
    hanging.kill("SIGSTOP");
    await delay(harmMs);
    hanging.kill("SIGCONT");
  });
  await leave();

  const ahead = await startSecond(clockAhead(hour));
  await untilAsked(ahead.catalog);
  await measure("a catalog with a clock an hour ahead", () => delay(harmMs));
  figures.atLeast("requests that it answered", await servedBy(ahead.catalog), 1);
  await ahead.leave();

  const [first] = platen.processes.workers;
  if (!first) throw new Error("The row needs a worker.");
  const { NODE_OPTIONS: shifting = "", ...clock } = clockAhead(hour);
  const worker = await platen.startWorker({ ...clock, NODE_OPTIONS: `${names.env["NODE_OPTIONS"]} ${shifting}` });
  await processes.end(first);
  await measure("a worker with a clock an hour ahead", () => delay(harmMs / 2));
  figures.exactly("its liveness", (await fetch(`${worker.managementUrl}/livez`)).status, 200);

  const ids = accepted.flatMap(({ documentId }) => documentId ?? []);
  const records = await Promise.all(ids.map((documentId) => caller.client.waitForDocument(documentId)));
  const ends = [...new Set(records.map(({ status, failure }) => `${status} ${failure?.code ?? ""}`.trim()))];
  figures.exactly(`what became of ${records.length} documents`, ends.join(", "), "completed");
  const attempts = await withConnection(platen.databaseUrl, (connection) =>
    connection.query<{ most: number }>("SELECT coalesce(max(attempts), 0)::integer AS most FROM documents"),
  );
  figures.atMost("attempts that failed, of one document", attempts.rows[0]?.most ?? 0, 1);
  await processes.report(figures, all);
});
