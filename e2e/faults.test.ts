import { afterAll, beforeAll, expect, test } from "@jest/globals";
import type { Client, GeneratedPdf } from "@platen/client";
import {
  chromiumOf,
  descendantsOf,
  isRunning,
  pdfInfo,
  pdfText,
  startPlaten,
  waitFor,
  type Chromium,
  type Platen,
  type RunningService,
} from "@platen/testing";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { connect } from "node:net";
import { isDeepStrictEqual } from "node:util";
import { signIn } from "./dashboard-session.ts";
import { createKey, createProject, publishTemplate } from "./project-setup.ts";

/** Rows of the slow document; enough for seconds of layout, so that what is killed is killed in its middle. */
const rows = 6_000;
const ten = "0123456789".split("");

let platen: Platen;
let client: Client;
let slowId: string;
let quickId: string;

beforeAll(async () => {
  platen = await startPlaten({ workers: 2, env: { gateway: { RENDER_DEADLINE_MS: "60000" } } });
  const dashboard = await signIn(platen.baseUrl, platen.account);
  const projectId = await createProject(dashboard, "Faults");
  slowId = await publishTemplate(dashboard, projectId, {
    name: "Long table",
    // Each level repeats what is in it: thousands of rows from a few digits.
    html: `<style>td { border: 1px solid; padding: 0 2px; font-size: 7pt }</style><table>
      {{#six}}{{#ten}}{{#ten}}{{#ten}}<tr><td>{{.}}</td><td>Widget, large</td><td>12.50</td><td>{{number}}</td></tr>
      {{/ten}}{{/ten}}{{/ten}}{{/six}}</table><p>End of {{number}}</p>`,
  });
  quickId = await publishTemplate(dashboard, projectId, { name: "Quick", html: "<p>Quick {{number}}</p>" });
  client = (await createKey(platen.baseUrl, dashboard, projectId)).client;
}, 120_000);

afterAll(() => platen?.stop());

function runningWorkers(): RunningService[] {
  return platen.processes.workers.filter(({ pid }) => isRunning(pid));
}

/** Whether a worker's Chromium is printing something. */
async function isPrinting({ managementUrl }: RunningService): Promise<boolean> {
  const response = await fetch(`${managementUrl}/metrics`, { signal: AbortSignal.timeout(5_000) });
  return /^platen_worker_slots_busy(\{.*\})? [1-9]/m.test(await response.text());
}

async function firstPrinting(): Promise<RunningService> {
  const printing: RunningService[] = [];
  await waitFor(
    async () => {
      for (const worker of runningWorkers()) if (await isPrinting(worker)) printing.push(worker);
      return printing.length > 0;
    },
    { intervalMs: 1, describe: "a worker to print" },
  );
  const [worker] = printing;
  if (!worker) throw new Error("no worker prints");
  return worker;
}

/** Sees to it that every worker's Chromium is up and idle, so that what is killed next is killed at work, not starting. */
async function warmUp(): Promise<void> {
  const isIdle = async (worker: RunningService) =>
    (await chromiumOf(worker.pid)).renderers.length > 0 && !(await isPrinting(worker));
  await waitFor(
    async () => {
      // Enough at once that no worker is left without one.
      await Promise.all(Array.from({ length: 6 }, nextDocumentIsFine));
      return (await Promise.all(runningWorkers().map(isIdle))).every(Boolean);
    },
    { timeoutMs: 30_000, describe: "the Chromium of every worker to be up and idle" },
  );
}

type Underway = { documentId: string; answer: Promise<GeneratedPdf>; worker: RunningService; chromium: Chromium };

/**
 * Asks for the slow document and does harm while a worker's Chromium is printing it. Meanwhile the browser stands still:
 * however fast the machine or slow this process, the document is not done before.
 */
async function harmInTheMiddle(
  number: string,
  harm: (at: Pick<Underway, "worker" | "chromium">) => Promise<void> | void,
): Promise<Underway> {
  await warmUp();
  const workers = runningWorkers();
  const chromiums = new Map(
    await Promise.all(workers.map(async (worker) => [worker, await chromiumOf(worker.pid)] as const)),
  );
  const data = { six: ten.slice(0, 6), ten, number };
  const answer = client.generateDocument({ templateId: slowId, data }, { timeoutMs: 65_000 });
  // Whoever awaits it hears of a failure; until then it is not one nobody looks at.
  answer.catch(() => undefined);
  const worker = await firstPrinting();
  const chromium = chromiums.get(worker);
  if (!chromium) throw new Error("the worker that prints had no Chromium");
  expect(chromium.browser).toHaveLength(1);
  const send = (signal: NodeJS.Signals) => {
    for (const { pid } of chromium.browser) if (isRunning(pid)) process.kill(pid, signal);
  };
  send("SIGSTOP");
  try {
    // A worker says so only of a document that takes its time.
    const document = await waitFor(
      async () => (await client.listDocuments({ templateId: slowId, status: "rendering" })).documents[0],
      { intervalMs: 20, timeoutMs: 30_000, describe: "the slow document to be rendering" },
    );
    await harm({ worker, chromium });
    return { documentId: document.documentId, answer, worker, chromium };
  } finally {
    send("SIGCONT");
  }
}

/** What came is the whole document asked for, once, and the record agrees. */
async function isComplete(documentId: string, number: string, { pdf, ...given }: GeneratedPdf): Promise<void> {
  expect(given.documentId).toBe(documentId);
  const { pageCount } = await pdfInfo(pdf);
  const pages = await pdfText(pdf);
  expect(pages.at(-1)).toContain(`End of ${number}`);
  const repeated = pages.join("\n").split(number).length - 1;
  expect(repeated).toBe(rows + 1);
  const record = await waitFor(
    async () => {
      const found = await client.getDocument(documentId);
      return found.status === "rendering" ? undefined : found;
    },
    { timeoutMs: 10_000, describe: "the outcome on record" },
  );
  const sha256 = createHash("sha256").update(pdf).digest("hex");
  expect(record).toMatchObject({ status: "completed", pageCount, sizeBytes: pdf.length, sha256, failure: null });
}

async function nextDocumentIsFine(): Promise<void> {
  const { pdf } = await client.generateDocument({ templateId: quickId, data: { number: "next" } });
  expect(await pdfText(pdf)).toEqual(["Quick next"]);
}

test("an idle Chromium that is killed does not cost the next document", async () => {
  for (const { pid } of runningWorkers()) {
    const { browser } = await chromiumOf(pid);
    expect(browser).toHaveLength(1);
    for (const found of browser) process.kill(found.pid, "SIGKILL");
  }
  await nextDocumentIsFine();
}, 60_000);

test("a Chromium killed in mid-document costs time, not the document", async () => {
  const { documentId, answer } = await harmInTheMiddle("N-browser", ({ chromium }) => {
    for (const { pid } of chromium.browser) process.kill(pid, "SIGKILL");
  });
  await isComplete(documentId, "N-browser", await answer);
  await nextDocumentIsFine();
}, 90_000);

/** The signals that ended a worker's browsers, but for those that the worker ended. */
function endsByItself(worker: RunningService): unknown[] {
  const ends = worker.logs().filter(({ message }) => message === "the browser ended unexpectedly");
  return ends.map(({ signal }) => signal);
}

test("a renderer killed in mid-document costs time, not the document", async () => {
  let endsBefore = 0;
  const { documentId, answer, worker, chromium } = await harmInTheMiddle("N-renderer", (at) => {
    endsBefore = endsByItself(at.worker).length;
    for (const { pid } of at.chromium.renderers) process.kill(pid, "SIGKILL");
  });
  await isComplete(documentId, "N-renderer", await answer);
  await nextDocumentIsFine();
  // It was the renderer alone: the worker keeps the browser. Chromium itself now and then fails a check of its own when a
  // renderer goes, and ends with SIGTRAP.
  const isTheSame = isDeepStrictEqual((await chromiumOf(worker.pid)).browser, chromium.browser);
  const ends = endsByItself(worker).slice(endsBefore);
  expect(isTheSame ? "the same" : ends.join(" ")).toMatch(/^(the same|SIGTRAP)$/);
}, 90_000);

test("the document of a worker killed in its middle is made by another one", async () => {
  let below: number[] = [];
  const { documentId, answer } = await harmInTheMiddle("N-worker", async ({ worker }) => {
    below = (await descendantsOf(worker.pid)).map(({ pid }) => pid);
    worker.kill("SIGKILL");
    await worker.exited;
  });
  await isComplete(documentId, "N-worker", await answer);
  await nextDocumentIsFine();
  await waitFor(() => !below.some(isRunning), {
    timeoutMs: 10_000,
    describe: "the killed worker's Chromium to be gone too",
  });
}, 120_000);

test("a thousand callers can connect while the gateway stands still for a moment, and are all answered", async () => {
  const { gateway } = platen.processes;
  const { hostname, port } = new URL(platen.baseUrl);
  gateway.kill("SIGSTOP");
  const sockets = Array.from({ length: 1_000 }, () => connect(Number(port), hostname).setEncoding("utf8"));
  try {
    await Promise.all(sockets.map((socket) => once(socket, "connect", { signal: AbortSignal.timeout(10_000) })));
  } finally {
    gateway.kill("SIGCONT");
  }
  const answers = sockets.map(async (socket) => {
    socket.write("GET /api/v1/templates HTTP/1.1\r\nHost: platen\r\n\r\n");
    const [answer] = await once(socket, "data");
    socket.destroy();
    return String(answer).split("\r\n")[0];
  });
  expect(new Set(await Promise.all(answers))).toEqual(new Set(["HTTP/1.1 401 Unauthorized"]));
}, 60_000);
