import { afterAll, beforeAll, expect, test } from "@jest/globals";
import type { Client } from "@platen/client";
import { pdfText, proofOr, startPlaten, waitFor, type Platen } from "@platen/testing";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { connect } from "node:net";
import { signIn } from "./dashboard-session.ts";
import { createKey, createProject, publishTemplate } from "./project-setup.ts";

const documentCount = proofOr(1_000, 200);
const concurrency = 32;

let platen: Platen;
let templateId: string;
let client: Client;

beforeAll(async () => {
  platen = await startPlaten({ workers: 2 });
  const dashboard = await signIn(platen.baseUrl, platen.account);
  const projectId = await createProject(dashboard, "Thousand");
  templateId = await publishTemplate(dashboard, projectId, {
    name: "Number",
    html: "<p>Order {{number}} for {{customer}}</p>",
  });
  client = (await createKey(platen.baseUrl, dashboard, projectId)).client;
}, 120_000);

afterAll(() => platen?.stop());

/** Runs `work` for every number below `count`, `concurrency` at a time. */
async function forEachNumber(count: number, work: (number: number) => Promise<void>): Promise<void> {
  let next = 0;
  const takeNumbers = async () => {
    while (next < count) {
      const number = next;
      next += 1;
      await work(number);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, takeNumbers));
}

const textOf = (number: number) => `Order ${100_000 + number} for customer-${(number * 7_919) % 100_003}`;

test("of many documents at once each caller gets its own, and none is lost", async () => {
  const generated = new Map<string, { number: number; pdf: Uint8Array }>();
  await forEachNumber(documentCount, async (number) => {
    const [, order, , customer] = textOf(number).split(" ");
    const { pdf, documentId } = await client.generateDocument({ templateId, data: { number: order, customer } });
    generated.set(documentId, { number, pdf });
  });
  expect(generated.size).toBe(documentCount);

  const swapped: string[] = [];
  for (const { number, pdf } of generated.values()) {
    const pages = await pdfText(pdf);
    if (pages.length !== 1 || pages[0] !== textOf(number)) swapped.push(`${textOf(number)} got ${pages.join("|")}`);
  }
  expect(swapped).toEqual([]);

  // Workers report outcomes several at once, so the last ones may follow their PDFs by a moment.
  await waitFor(async () => (await client.listDocuments({ status: "completed" })).pagination.total === documentCount, {
    timeoutMs: 10_000,
    describe: "a record of each completed document",
  });
  let recorded = 0;
  for await (const { documentId, sha256, sizeBytes } of client.allDocuments({ pageSize: 100 })) {
    const pdf = generated.get(documentId)?.pdf ?? new Uint8Array();
    const actual = { documentId, sizeBytes: pdf.length, sha256: createHash("sha256").update(pdf).digest("hex") };
    expect({ documentId, sizeBytes, sha256 }).toEqual(actual);
    recorded += 1;
  }
  expect(recorded).toBe(documentCount);
}, 180_000);

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
