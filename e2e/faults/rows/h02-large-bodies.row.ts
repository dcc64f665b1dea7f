import { gzipSync } from "node:zlib";
import { afterAll, beforeAll } from "@jest/globals";
import { startPlaten, type Platen } from "@platen/testing";
import { createCustomer } from "../load/create-customer.ts";
import { faultRow } from "../runner/fault-row.ts";
import { keepInFlight, type Customer } from "../load/send-load.ts";
import { streamBody, type StreamedBody } from "../harms/stream-body.ts";
import { memoryOf, peakWhile } from "../facts/process-facts.ts";

const gigabyte = 1024 ** 3;
const megabyte = 1024 ** 2;

let platen: Platen;
let customer: Customer;

beforeAll(async () => {
  platen = await startPlaten({ workers: 1 });
  customer = await createCustomer(platen, "Large bodies", "<p>Hello {{name}}</p>", { name: "Ada" });
  await keepInFlight(customer, 2, 3_000);
}, 180_000);

afterAll(() => platen?.stop());

const memory = () => memoryOf(platen.processes.gateway.pid);

/** A chunk of a body without a length. */
function inChunks(piece: Buffer): Buffer {
  return Buffer.concat([Buffer.from(`${piece.byteLength.toString(16)}\r\n`), piece, Buffer.from("\r\n")]);
}

function head(lines: readonly string[], key: string): string {
  const common = [
    "POST /api/v1/generate HTTP/1.1",
    "Host: platen",
    "Connection: close",
    `Authorization: Bearer ${key}`,
  ];
  return `${[...common, ...lines].join("\r\n")}\r\n\r\n`;
}

const json = "Content-Type: application/json";
const spaces = Buffer.alloc(megabyte, " ");

faultRow("H2", { timeoutMs: 120_000 }, async (figures) => {
  // A gigabyte when unpacked: consecutive gzip members are one body.
  const packed = gzipSync(Buffer.alloc(16 * megabyte, " "));
  const cases: { what: string; lines: string[]; piece: Buffer; totalBytes?: number; key?: string; status: number }[] = [
    {
      what: "with a Content-Length",
      lines: [json, `Content-Length: ${gigabyte}`],
      piece: spaces,
      status: 413,
    },
    {
      what: "without a length",
      lines: [json, "Transfer-Encoding: chunked"],
      piece: inChunks(spaces),
      status: 413,
    },
    {
      what: "compressed to a thousandth",
      lines: [json, "Transfer-Encoding: chunked", "Content-Encoding: gzip"],
      piece: inChunks(packed),
      totalBytes: 64 * packed.byteLength,
      status: 413,
    },
    {
      what: "without a valid key",
      lines: [json, "Transfer-Encoding: chunked"],
      piece: inChunks(spaces),
      key: "none",
      status: 401,
    },
  ];
  for (const { what, lines, piece, totalBytes = gigabyte, key = customer.key, status } of cases) {
    const isChunked = lines.includes("Transfer-Encoding: chunked");
    const before = await peakWhile(memory, () => keepInFlight(customer, 1, 1_000));
    const { peak, result } = await peakWhile(memory, (): Promise<StreamedBody> =>
      streamBody(platen.baseUrl, { head: head(lines, key), piece, totalBytes, end: isChunked ? "0\r\n\r\n" : "" }),
    );
    figures.exactly(`a body ${what}: status`, result.status, status);
    figures.atMost("answered after", result.answeredAfterMs / 1_000, 1, "s");
    figures.atMost("connection closed after", result.closedAfterMs / 1_000, 2, "s");
    figures.atMost("growth of the gateway's memory", Math.max(0, peak - before.peak) / megabyte, 10, "MB");
  }
});
