import type { Platen } from "@platen/testing";
import { createCustomer } from "../load/create-customer.ts";
import { openSlowSockets } from "./slow-sockets.ts";
import type { Customer } from "../load/send-load.ts";

/** What the sipping ones read in a second. */
const sipBytes = 8_192;

/** Noise, which cannot be compressed: a document larger than what a kernel keeps for a reader who does not take it. */
const noise = `<svg width="86mm" height="120mm"><filter id="n"><feTurbulence baseFrequency="0.9"/></filter>
  <rect width="100%" height="100%" filter="url(#n)"/></svg>`;

/** All get one document: it is about what becomes of it afterwards. */
const readersKey = "slow-readers";

/** Makes the customer whose document the slow readers ask for, and has it made. */
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
  if (!response.ok) throw new Error(`the slow readers' document was answered with ${response.status}`);
  return reader;
}

/** A request as bytes, up to its body. */
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

/** Opens 825 connections of all the slow kinds. */
export function openSlowClients(baseUrl: string, customer: Customer, reader: Customer) {
  const loris = openSlowSockets(baseUrl, 500, {
    begin: "POST /api/v1/generate HTTP/1.1\r\nHost: platen\r\n",
    everySecond: (socket) => socket.write("X-Slow: 1\r\n"),
  });
  const idle = openSlowSockets(baseUrl, 200, { begin: "GET /api/v1/templates HTTP/1.1\r\nHost: platen\r\n\r\n" });
  const bodies = openSlowSockets(baseUrl, 50, {
    begin: headOf(customer, 10_000),
    everySecond: (socket) => socket.write(" "),
  });
  // All at once, getting so many large answers ready would be what the machine is busy with.
  const apartMs = 100;
  const neverReading = openSlowSockets(baseUrl, 25, { begin: headOf(reader) + reader.body, reads: false, apartMs });
  const sipping = openSlowSockets(baseUrl, 25, {
    begin: headOf(reader) + reader.body,
    reads: false,
    apartMs,
    everySecond: (socket) => socket.read(sipBytes),
  });
  return {
    loris,
    bodies,
    close() {
      for (const sockets of [loris, idle, bodies, neverReading, sipping]) sockets.close();
    },
  };
}
