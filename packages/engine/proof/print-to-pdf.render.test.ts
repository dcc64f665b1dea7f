import { randomBytes } from "node:crypto";
import { createPng, waitFor } from "@platen/testing";
import { expect, test } from "@jest/globals";
import { engineForFile } from "./engine-for-file.ts";

const engine = engineForFile({ limits: { maxPdfBytes: 4_000_000 } });

const largeLength = 120_000;

/** Makes a document so long that its PDF is read in pieces, without a change of the print. */
const lengthened = (html: string) => `${html}<!--${"x".repeat(largeLength)}-->`;

/** A picture of noise, which does not compress. */
function noise(size: number): string {
  const row = (length: number) => randomBytes(length);
  const png = createPng({ width: size, height: size, bitsPerSample: 8, colours: "rgb", row });
  return `<img width="400" src="data:image/png;base64,${png.toString("base64")}">`;
}

test("a PDF that is read in pieces equals the PDF in one piece", async () => {
  const small = "<title>Same</title><p>words";
  expect((await engine.printHtml(lengthened(small))).pdf.equals((await engine.printHtml(small)).pdf)).toBe(true);
  const html = noise(900);
  const { pdf } = await engine.printHtml(html);
  expect(pdf.length).toBeGreaterThan(2_000_000);
  expect(pdf.equals((await engine.printHtml(html)).pdf)).toBe(true);
});

test("reading stops at the limit of the PDF, and the next document is printed", async () => {
  await expect(engine.printHtml(noise(1_300))).rejects.toMatchObject({
    code: "document_too_large",
    message: "The PDF exceeds the limit of 4 MB.",
  });
  expect((await engine.printHtml("<p>next")).pageCount).toBe(1);
});

test("the withdrawal of a large document ends it", async () => {
  const abort = new AbortController();
  const printing = engine.printHtml(noise(1_000), { signal: abort.signal });
  await waitFor(() => engine.health().busyPages.interactive === 1, {
    intervalMs: 1,
    describe: "the document to be at work",
  });
  abort.abort("withdrawn");
  await expect(printing).rejects.toMatchObject({ code: "cancelled" });
  await waitFor(() => engine.health().busyPages.interactive === 0, { describe: "no page to be busy" });
});
