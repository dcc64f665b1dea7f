import { readFileSync } from "node:fs";
import { pdfText, proofOr } from "@platen/testing";
import { describe, expect, test } from "@jest/globals";
import { engineForFile } from "./engine-for-file.ts";

const polyfill = readFileSync(new URL("../dist/paged.polyfill.min.js", import.meta.resolve("pagedjs")), "utf8");
const pageCount = 4;
const settings = { javascript: true };
// A busy machine takes seconds for what otherwise takes at most one.
const engine = engineForFile({ limits: { loadTimeoutMs: 20_000 } });
const hastyEngine = engineForFile({ concurrency: 3, limits: { loadTimeoutMs: 6_000 } });

const styles = `<style>
  @page { size: A5; margin: 15mm; @bottom-center { content: "Page " counter(page) " of " counter(pages) } }
  section { break-before: page }
  .pagedjs_page h1::after { content: " laid out" }
</style>`;
const sections = Array.from(
  { length: pageCount },
  (_, index) => `<section><h1>Part ${index + 1}</h1>${"<p>Some words.</p>".repeat(8)}</section>`,
).join("");
const script = (source: string) => `<script>${source}</script>`;

/** A document that Paged.js lays out, with a script before it and one after it. */
const paged = (before = "", after = "") =>
  `<!doctype html><title>Paged</title>${styles}${script(before)}${script(polyfill)}${script(after)}${sections}`;

async function failureOf(html: string, by = engine): Promise<unknown> {
  return by.printHtml(html, { settings }).then(
    () => "printed",
    (error: unknown) => error,
  );
}

test("a document is printed after Paged.js has laid out all its pages, the same each time", async () => {
  const rounds = proofOr(3, 1);
  const prints = [];
  for (let round = 0; round < rounds; round += 1) {
    prints.push(await Promise.all([1, 2].map(() => engine.printHtml(paged(), { settings }))));
  }
  const texts = await Promise.all(prints.flat().map(({ pdf }) => pdfText(pdf)));
  expect(prints.flat().map((printed) => printed.pageCount)).toEqual(Array(2 * rounds).fill(pageCount));
  const lines = texts[0]?.map((text) => text.match(/Part \d+ laid out|Page \d+ of \d+/g)?.toSorted());
  expect(lines).toEqual(
    Array.from({ length: pageCount }, (_, index) => [
      `Page ${index + 1} of ${pageCount}`,
      `Part ${index + 1} laid out`,
    ]),
  );
  for (const text of texts) expect(text).toEqual(texts[0]);
});

describe("the print waits for Paged.js", () => {
  const wait = "new Promise((done) => setTimeout(done, 300))";
  const mark = "document.querySelector('.pagedjs_page h1').append(' marked')";

  test.each([
    ["when it starts before the load event", paged()],
    ["when it is added after the load event", paged().replace(script(polyfill), lateScript)],
    ["with a before hook", paged(`PagedConfig = { before: () => ${wait} }`)],
    ["with a configuration without an after hook", paged("PagedConfig = { auto: true }")],
  ])("%s", async (_, html) => {
    const { pdf } = await engine.printHtml(html, { settings });
    const text = await pdfText(pdf);
    expect(text).toHaveLength(pageCount);
    expect(text.at(-1)).toContain(`Part ${pageCount} laid out`);
  });

  test.each([
    ["PagedConfig.after", paged(`PagedConfig = { after: async () => { await ${wait}; ${mark} } }`)],
    [
      "PagedConfig.after, set later",
      paged("PagedConfig = {}", `PagedConfig.after = async () => { await ${wait}; ${mark} }`),
    ],
    [
      "PagedConfig.after, which ends platenReady",
      paged(`platenReady = new Promise((done) => { PagedConfig = { after: () => { ${mark}; done() } } })`),
    ],
    [
      "a handler",
      paged(
        "",
        `Paged.registerHandlers(class extends Paged.Handler { async afterPreview() { await ${wait}; ${mark} } })`,
      ),
    ],
    [
      "the document, which starts it itself",
      paged("PagedConfig = { auto: false }", `onload = () => { PagedPolyfill.preview().then(() => { ${mark} }) }`),
    ],
  ])("with work after it by %s", async (_, html) => {
    const { pdf, pageCount: printed } = await engine.printHtml(html, { settings });
    expect(printed).toBe(pageCount);
    expect((await pdfText(pdf))[0]).toContain("Part 1 marked laid out");
  });

  function lateScript(): string {
    return script(`window.platenReady = new Promise((done) => addEventListener("load", () => setTimeout(() => {
      const late = document.createElement("script");
      late.textContent = document.getElementById("polyfill").textContent;
      document.head.append(late);
      done();
    }, 100)))`).concat(`<script type="text/plain" id="polyfill">${polyfill}</script>`);
  }
});

describe("a document that Paged.js cannot lay out fails", () => {
  test.each([
    ["before it", paged("PagedConfig = { before: async () => { throw new Error('odd part') } }")],
    [
      "in a handler",
      paged(
        "",
        "Paged.registerHandlers(class extends Paged.Handler { afterPageLayout() { throw new Error('odd part') } })",
      ),
    ],
    ["in its style sheets", paged("PagedConfig = { stylesheets: [{ get a() { throw new Error('odd part') } }] }")],
    ["after it", paged("PagedConfig = { after: async () => { throw new Error('odd part') } }")],
  ])("with the message of an error %s", async (_, html) => {
    expect(await failureOf(html)).toMatchObject({
      code: "render_failed",
      stage: "load",
      retryable: false,
      details: [{ message: expect.stringContaining("odd part") }],
    });
  });

  test("with a message that names Paged.js when its time is over, and no other document's message names it", async () => {
    const neverDone = paged("PagedConfig = { before: () => new Promise(() => {}) }");
    const inLoop = paged(
      "",
      "Paged.registerHandlers(class extends Paged.Handler { async afterPageLayout() { setTimeout(() => { for (;;); }, 5_000); await new Promise(() => {}) } })",
    );
    const without = `<p>x${script("platenReady = new Promise(() => {})")}`;
    const failures = await Promise.all([neverDone, inLoop, without].map((html) => failureOf(html, hastyEngine)));
    const timeout = { code: "render_timeout", stage: "load", retryable: false };
    const named = { ...timeout, message: expect.stringContaining("Paged.js") };
    expect(failures).toMatchObject([named, named, { ...timeout, message: expect.not.stringContaining("Paged.js") }]);
  });
});

describe("documents without Paged.js are not changed", () => {
  test.each([
    "var PagedPolyfill = { preview: 1 }",
    "const PagedPolyfill = 'mine'",
    "function PagedPolyfill() { return 'mine' }",
    "PagedConfig = Object.freeze({ after: 1 }); window.PagedPolyfill = null",
  ])("%s", async (source) => {
    const html = `<p id="p">x${script(source)}${script("p.textContent = 'type ' + typeof PagedPolyfill")}`;
    expect(await engine.printHtml(html, { settings })).toMatchObject({ pageCount: 1 });
  });
});
