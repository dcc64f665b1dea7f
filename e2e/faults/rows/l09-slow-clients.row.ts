import { afterAll, beforeAll } from "@jest/globals";
import { startPlaten, waitFor, type Platen } from "@platen/testing";
import { createCustomer } from "../customers.ts";
import { faultRow } from "../fault-row.ts";
import { documentsOf, keepInFlight, quantile, type Customer, type Load } from "../load.ts";
import { openSlowSockets } from "../slow-sockets.ts";

const quietMs = 10_000;
/** Until those who do not read are cut off. */
const slowMs = 62_000;
/** What the sipping ones read in a second. */
const sipBytes = 8_192;

/** Noise, which cannot be compressed: a document larger than what a kernel keeps for a reader who does not take it. */
const noise = `<svg width="86mm" height="120mm"><filter id="n"><feTurbulence baseFrequency="0.9"/></filter>
  <rect width="100%" height="100%" filter="url(#n)"/></svg>`;

let platen: Platen;
let customer: Customer;
let large: Customer;

beforeAll(async () => {
  platen = await startPlaten({ workers: 1, env: { gateway: { RATE_LIMIT_PER_MINUTE: "10000000" } } });
  customer = await createCustomer(platen, "Other", "<p>Hello {{name}}</p>", { name: "Ada" });
  large = await createCustomer(platen, "Large", noise, {});
  await keepInFlight(customer, 1, 2_000);
}, 180_000);

afterAll(() => platen?.stop());

/** A request as bytes, up to its body. */
function headOf({ key, body }: Customer, length = Buffer.byteLength(body)): string {
  const lines = [
    "POST /api/v1/generate HTTP/1.1",
    "Host: platen",
    `Authorization: Bearer ${key}`,
    "Content-Type: application/json",
    `Content-Length: ${length}`,
    // All get one document: it is about what becomes of it afterwards.
    "Idempotency-Key: slow-readers",
  ];
  return `${lines.join("\r\n")}\r\n\r\n`;
}

const p95 = ({ answers }: Load) =>
  quantile(
    answers.map(({ tookMs }) => tookMs),
    0.95,
  );

/** After how long the gateway saw callers go who had not taken all of their answer. */
function cutAfterMs(): number[] {
  return platen.processes.gateway
    .logs()
    .filter((line) => line["hungUp"] === true && line["status"] === 200)
    .map((line) => Number(line["durationMs"]));
}

faultRow("L9", "Slow clients", { timeoutMs: 180_000 }, async (figures) => {
  const quiet = await keepInFlight(customer, 1, quietMs);

  const { baseUrl } = platen;
  const loris = openSlowSockets(baseUrl, 500, {
    begin: "POST /api/v1/generate HTTP/1.1\r\nHost: platen\r\n",
    everySecond: (socket) => socket.write("X-Slow: 1\r\n"),
  });
  const idle = openSlowSockets(baseUrl, 200, { begin: "GET /api/v1/templates HTTP/1.1\r\nHost: platen\r\n\r\n" });
  const bodies = openSlowSockets(baseUrl, 50, {
    begin: headOf(customer, 10_000),
    everySecond: (socket) => socket.write(" "),
  });
  const neverReading = openSlowSockets(baseUrl, 25, { begin: headOf(large) + large.body, reads: false });
  const sipping = openSlowSockets(baseUrl, 25, {
    begin: headOf(large) + large.body,
    reads: false,
    everySecond: (socket) => socket.read(sipBytes),
  });

  const slow = await keepInFlight(customer, 1, slowMs);
  await waitFor(() => cutAfterMs().length >= 50, {
    timeoutMs: 10_000,
    describe: "the slow readers to be cut off",
  }).catch(() => undefined);
  const cut = cutAfterMs();
  const ended = { loris: loris.endedAfterMs(), bodies: bodies.endedAfterMs() };
  for (const sockets of [loris, idle, bodies, neverReading, sipping]) sockets.close();

  figures.atMost("95 % of others' documents, beside those in quiet", p95(slow) / p95(quiet), 1.5, "×");
  figures.exactly("others' requests without a document", slow.answers.length - documentsOf(slow.answers).length, 0);
  figures.exactly("of 500 connections that send their header a line a second, ended", ended.loris.length, 500);
  figures.atMost("the last of them after", Math.max(...ended.loris) / 1_000, 15, "s");
  figures.exactly("of 50 that send their body a byte a second, ended", ended.bodies.length, 50);
  figures.atMost("the last of them after", Math.max(...ended.bodies) / 1_000, 36, "s");
  figures.exactly("of 50 that do not take their document, or by sips, cut off", cut.length, 50);
  figures.atLeast("the first of them after", Math.min(...cut) / 1_000, 60, "s");
  figures.atMost("the last of them after", Math.max(...cut) / 1_000, 65, "s");
});
