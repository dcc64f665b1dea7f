import { pdfInfo, pdfTargets } from "@platen/testing";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { startTestEngine, type TestEngine } from "@platen/engine/proof";
import { createTemplateFiller, type TemplateFiller } from "../src/template/template-filler.ts";

let engine: TestEngine;
let filler: TemplateFiller;

beforeAll(async () => {
  engine = await startTestEngine({ concurrency: 1 });
  filler = createTemplateFiller({
    threads: 1,
    timeoutMs: 60_000,
    maxOutputBytes: 1_000_000,
    maxHeapBytes: 256_000_000,
  });
});

afterAll(() => Promise.all([engine?.close(), filler?.close()]));

const title = "Invoice";

async function print(html: string, data: unknown) {
  const { signal } = new AbortController();
  const dataJson = JSON.stringify(data);
  const css = "@page { size: 400pt 400pt; margin: 0 }";
  const source = { sourceId: html, html, css, header: undefined, footer: undefined };
  const filled = await filler.fillTemplate({ ...source, title, language: undefined, dataJson }, signal);
  const { pdf } = await engine.printHtml(filled.html);
  const [link] = (await pdfTargets(pdf)).links;
  return { title: (await pdfInfo(pdf)).title, side: (link?.rectangle[0] ?? 0) < 200 ? "left" : "right" };
}

const link = (text: string) => `<p><a href="https://example.com">${text}</a></p>`;

test.each([
  ["Arabic", "مرحبا بالعالم", "right"],
  ["Hebrew", "שלום עולם", "right"],
  ["Latin", "Hello", "left"],
])(
  "the added title does not change the direction of a document that takes it from its %s text",
  async (_, text, side) => {
    const html = `<!doctype html><html dir="auto"><head></head><body>${link(text)}</body></html>`;
    expect(await print(html, {})).toEqual({ title, side });
  },
);

test("the added title does not change the direction of a document that takes it from its data", async () => {
  const html = `<!doctype html><html dir="{{dir}}"><body>${link("{{text}}")}`;
  expect(await print(html, { dir: "auto", text: "مرحبا بالعالم" })).toEqual({ title, side: "right" });
});
