import type { Platen } from "@platen/testing";
import { createCustomer } from "../load/create-customer.ts";
import { openSlowSockets } from "./slow-sockets.ts";
import type { Customer } from "../load/send-load.ts";

/** The bytes per second of a slow reader. */
const slowReadBytes = 8_192;

/** Noise does not compress: the document is larger than the kernel's buffers for a reader that does not read. */
const noise = `<svg width="86mm" height="120mm"><filter id="n"><feTurbulence baseFrequency="0.9"/></filter>
  <rect width="100%" height="100%" filter="url(#n)"/></svg>`;

/** All slow readers get the same document, because the row is about reading it. */
const readersKey = "slow-readers";

/** Creates the customer whose document the slow readers ask for, and renders the document. */
export async function createSlowReader(platen: Pick<Platen, "baseUrl" | "account">): Promise<Customer> {
  const reader = await createCustomer(platen, "Large", noise, {});
  const headers = {
    authorization: `Bearer ${reader.key}`,
    "content-type": "application/json",
    "idempotency-key": readersKey,
  };
  const response = await fetch(`${reader.baseUrl}/api/v1/generate`, {
    method: "POST",
    headers,
    body: reader.body,
    signal: AbortSignal.timeout(60_000),
  });
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`The document of the slow readers was answered with ${response.status}.`);
  return reader;
}

/** The head of a request. */
function headOf({ key, body }: Customer, length = Buffer.byteLength(body)): string {
  const lines = [
    "POST /api/v1/generate HTTP/1.1",
    "Host: platen",
    `Authorization: Bearer ${key}`,
    "Content-Type: application/json",
    `Content-Length: ${length}`,
    `Idempotency-Key: ${readersKey}`,
  ];
  return `${lines.join("\r\n")}\r\n\r\n`;
}

/** Opens 825 connections of all slow kinds. */
export function openSlowClients(baseUrl: string, customer: Customer, reader: Customer) {
  const heads = openSlowSockets(baseUrl, 500, {
    begin: "POST /api/v1/generate HTTP/1.1\r\nHost: platen\r\n",
    everySecond: (socket) => socket.write("X-Slow: 1\r\n"),
  });
  const idle = openSlowSockets(baseUrl, 200, { begin: "GET /api/v1/templates HTTP/1.1\r\nHost: platen\r\n\r\n" });
  const bodies = openSlowSockets(baseUrl, 50, {
    begin: headOf(customer, 10_000),
    everySecond: (socket) => socket.write(" "),
  });
  // One after the other, because so many large answers at once would keep the machine busy.
  const apartMs = 100;
  const silentReaders = openSlowSockets(baseUrl, 25, { begin: headOf(reader) + reader.body, reads: false, apartMs });
  const slowReaders = openSlowSockets(baseUrl, 25, {
    begin: headOf(reader) + reader.body,
    reads: false,
    apartMs,
    everySecond: (socket) => socket.read(slowReadBytes),
  });
  return {
    heads,
    bodies,
    close() {
      for (const sockets of [heads, idle, bodies, silentReaders, slowReaders]) sockets.close();
    },
  };
}
