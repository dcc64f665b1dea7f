import { randomBytes } from "node:crypto";
import { crc32, deflateSync } from "node:zlib";
import { waitFor } from "@platen/testing";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { startTestEngine, type TestEngine } from "./test-engine.ts";

let browser: TestEngine;

beforeAll(async () => {
  browser = await startTestEngine({ limits: { maxPdfBytes: 4_000_000 } });
});

afterAll(() => browser.close());

const largeLength = 120_000;

/** Takes a document, unchanged in what is printed, over the length from which its PDF is read piece by piece. */
const lengthened = (html: string) => `${html}<!--${"x".repeat(largeLength)}-->`;

/** A picture of noise, which no compression makes smaller. */
function noise(width: number, height: number): string {
  const rows = Buffer.concat(
    Array.from({ length: height }, () => Buffer.concat([Buffer.from([0]), randomBytes(width * 3)])),
  );
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2], 8);
  const png = Buffer.concat([
    Buffer.from("89504e470d0a1a0a", "hex"),
    pngChunk("IHDR", header),
    pngChunk("IDAT", deflateSync(rows, { level: 0 })),
    pngChunk("IEND", Buffer.alloc(0)),
  ]);
  return `<img width="400" src="data:image/png;base64,${png.toString("base64")}">`;
}

function pngChunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  checksum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, checksum]);
}

test("a PDF read in pieces is the PDF that comes in one, also when it takes several", async () => {
  const small = "<title>Same</title><p>words";
  expect((await browser.printHtml(lengthened(small))).pdf.equals((await browser.printHtml(small)).pdf)).toBe(true);
  const html = noise(900, 900);
  const { pdf } = await browser.printHtml(html);
  expect(pdf.length).toBeGreaterThan(2_000_000);
  expect(pdf.equals((await browser.printHtml(html)).pdf)).toBe(true);
});

test("a PDF is read no further than it may be large, and the next document is printed", async () => {
  await expect(browser.printHtml(noise(1_300, 1_300))).rejects.toMatchObject({
    code: "document_too_large",
    message: "The PDF exceeds the limit of 4 MB.",
  });
  expect((await browser.printHtml("<p>next")).pageCount).toBe(1);
});

test("a large document that nobody wants any more is ended", async () => {
  const abort = new AbortController();
  const printing = browser.printHtml(noise(1_000, 1_000), { signal: abort.signal });
  await waitFor(() => browser.health().busyPages === 1, { intervalMs: 1, describe: "the document to be at work" });
  abort.abort("withdrawn");
  await expect(printing).rejects.toMatchObject({ code: "cancelled" });
  await waitFor(() => browser.health().busyPages === 0, { describe: "no page to be busy" });
});
