import { expect, test } from "@jest/globals";
import { pdfText, proofOr } from "@platen/testing";
import { engineForFile } from "./engine-for-file.ts";

const engine = engineForFile();

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
  for (let count = 0; count < proofOr(40, 10); count++) {
    if (count % 2 === 1) await engine.printHtml(`<p>without ${count}`);
    sizes.add((await engine.printHtml(frames)).pdf.length);
  }
  expect(sizes.size).toBe(1);
});
