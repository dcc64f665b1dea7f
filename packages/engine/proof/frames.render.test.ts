import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { pdfText } from "@platen/testing";
import { startTestEngine, type TestEngine } from "./test-engine.ts";

let engine: TestEngine;
beforeAll(async () => {
  engine = await startTestEngine();
});
afterAll(() => engine.close());

const frames = `<p>outside<iframe srcdoc="<p>first"></iframe>
  <iframe srcdoc="<p>around<iframe srcdoc='<p>nested'></iframe>"></iframe>
  <iframe src="data:text/html,<p>address"></iframe><object data="data:text/html,<p>object" type="text/html"></object>
  <embed src="data:text/html,<p>embedded"><iframe></iframe>`;

test("documents in frames are printed each time, whatever was printed before", async () => {
  const [text = ""] = await pdfText((await engine.printHtml(frames)).pdf);
  for (const word of ["outside", "first", "around", "nested", "address", "object", "embedded"]) {
    expect(text).toContain(word);
  }
  const sizes = new Set<number>();
  for (let count = 0; count < 40; count++) {
    if (count % 2 === 1) await engine.printHtml(`<p>without ${count}`);
    sizes.add((await engine.printHtml(frames)).pdf.length);
  }
  expect(sizes.size).toBe(1);
});
