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

test("of scripts that open documents without end the busiest fails, and others are printed meanwhile", async () => {
  const html = `<p>x<script>
    const { contentDocument: d } = document.body.appendChild(document.createElement("iframe"));
    setTimeout(() => { for (;;) { d.open(); d.close(); } });
    window.platenReady = new Promise(() => {});
  </script>`;
  const floods = ["prj_flood_1", "prj_flood_2"].map((projectId) =>
    engine.printHtml(html, { settings: { javascript: true }, projectId }).catch((error: unknown) => error),
  );
  // On a busy machine its time may be over before it has kept the browser busy for a second.
  const code = expect.stringMatching(/^render_(failed|timeout)$/);
  await expect(Promise.race(floods)).resolves.toMatchObject({ code, retryable: false });
  expect(await pdfText((await engine.printHtml("<p>next")).pdf)).toEqual([expect.stringContaining("next")]);
  await Promise.all(floods);
});

test("a worker that starts threads without end fails its document, and the next one is printed", async () => {
  const starts = "for (;;) new Worker('data:text/javascript,for (;;) {}');";
  const html = `<script>new Worker("data:text/javascript,${encodeURIComponent(starts)}"); window.platenReady = new Promise(() => {});</script>`;
  const flood = engine
    .printHtml(html, { settings: { javascript: true }, projectId: "prj_workers" })
    .catch((error: unknown) => error);
  // On a busy machine its threads may not get the processors that give it away.
  const code = expect.stringMatching(/^render_(failed|timeout)$/);
  await expect(flood).resolves.toMatchObject({ code, retryable: false });
  expect(await pdfText((await engine.printHtml("<p>next")).pdf)).toEqual([expect.stringContaining("next")]);
  expect(engine.health().ends.crash).toBe(0);
});
