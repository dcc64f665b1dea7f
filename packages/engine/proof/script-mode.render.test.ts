import { pdfText, proofOr, waitFor } from "@platen/testing";
import { describe, expect, test } from "@jest/globals";
import type { PrintJob } from "../src/print-job.ts";
import { engineForFile } from "./engine-for-file.ts";
import { coresUsed, rendererPids } from "./test-processes.ts";

const settings = { javascript: true };
const engine = engineForFile({ limits: { loadTimeoutMs: 60_000, printTimeoutMs: 60_000 } });
/** The engine for documents that do not end. */
const hastyEngine = engineForFile({ limits: { loadTimeoutMs: 2_000, printTimeoutMs: 2_000 } });

async function textOf(html: string, job: Partial<PrintJob> = {}, by = engine): Promise<string> {
  const { pdf } = await by.printHtml(html, { settings, ...job });
  return (await pdfText(pdf)).join("\n");
}

async function failureOf(html: string, by = engine): Promise<unknown> {
  return by.printHtml(html, { settings }).then(
    () => "printed",
    (error: unknown) => error,
  );
}

/** A script that adds `later` to the document after a delay, which platenReady awaits. */
const whenLater = (ms = 100) =>
  `<script>window.platenReady = new Promise((done) => setTimeout(() => { document.body.append(" later "); done() }, ${ms}))</script>`;

describe("scripts", () => {
  test("run only if the settings say so", async () => {
    const html = "<p>before<script>document.body.append(' after')</script>";
    expect(await textOf(html)).toMatch(/before\s+after/);
    expect(await textOf(html, { settings: {} })).not.toContain("after");
    expect(await textOf(html, { settings: { javascript: false } })).not.toContain("after");
  });

  test("are printed with their changes until window.platenReady is fulfilled", async () => {
    expect(await textOf(`<p>now${whenLater(300)}`)).toMatch(/now\s*later/);
    expect(await textOf("<p>now<script>window.platenReady = 'no promise'</script>")).toContain("now");
  });

  test("are printed with the changes of the load event and the next frame", async () => {
    const html = `<p>now<script>
      addEventListener("load", () => document.body.append(" loaded "));
      requestAnimationFrame(() => document.body.append(" drawn "));
    </script>`;
    expect(await textOf(html)).toMatch(/now[\s\S]*drawn/);
    expect(await textOf(html)).toContain("loaded");
  });

  test("have animation frames, canvases and web components", async () => {
    const { pdf } = await engine.printHtml(
      `<canvas id="chart" width="200" height="100"></canvas><bar-label></bar-label><script>
        customElements.define("bar-label", class extends HTMLElement {
          connectedCallback() { this.attachShadow({ mode: "open" }).innerHTML = "<p>component</p>"; }
        });
        const context = chart.getContext("2d");
        let frames = 0;
        window.platenReady = new Promise((done) => requestAnimationFrame(function draw() {
          context.fillStyle = "rgb(" + frames * 20 + ",99,33)";
          context.fillRect(frames * 20, 0, 20, 100);
          frames += 1;
          if (frames < 10) requestAnimationFrame(draw);
          else { document.body.append("frames " + frames); done(); }
        }));
      </script>`,
      { settings },
    );
    const text = (await pdfText(pdf)).join("\n");
    expect(text).toContain("component");
    expect(text).toContain("frames 10");
    expect(pdf.toString("latin1")).toContain("/Subtype /Image");
  });

  test("measure the printed width with print styles", async () => {
    const html = `<style>body { margin: 0 } @media print { p { letter-spacing: 1px } }</style><p id="p">x</p>
      <script>p.textContent = innerWidth + " " + matchMedia("print").matches</script>`;
    const margin = { left: "10mm", right: "10mm" };
    expect(await textOf(html, { settings: { ...settings, margin } })).toContain("718 true");
    expect(await textOf(html, { settings: { ...settings, orientation: "landscape" } })).toContain("1123 true");
  });

  test("do not prevent lazy pictures from being printed", async () => {
    const picture = `<svg xmlns='http://www.w3.org/2000/svg' width='90' height='30'><text y='20'>seen</text></svg>`;
    const html = `<div style="height: 20000px"></div><img loading="lazy" src="data:image/svg+xml,${encodeURIComponent(picture)}">`;
    expect(await textOf(html)).toContain("seen");
  });

  test("may use data: modules and workers", async () => {
    const html = `<p id="p">x<script type="module">
      import { word } from "data:text/javascript,export const word = 'module'";
      const worker = new Worker(URL.createObjectURL(new Blob(["postMessage('worker')"])));
      window.platenReady = new Promise((done) => worker.onmessage = ({ data }) => { p.textContent = word + data; done(); });
    </script>`;
    expect(await textOf(html)).toContain("moduleworker");
  });
});

describe("faulty scripts", () => {
  test.each([
    ["of its own", "new Worker(none)"],
    ["of a frame", "new frames[0].Worker(none)"],
    ["by the class of another", "new first.constructor(none)"],
  ])("a document starts 32 workers %s at most, and hears of the limit", async (_, start) => {
    const html = `<p>x<iframe></iframe><script>
      const none = "data:text/javascript,";
      const first = new Worker(none);
      for (let count = 0; count < 31; count += 1) ${start};
      document.body.append("most");
      ${start};
      ${start};</script>`;
    expect(await failureOf(html)).toMatchObject({
      code: "render_failed",
      retryable: false,
      details: [{ message: "RangeError: A document may start at most 32 workers." }],
    });
  });

  test("a script error fails the document: the caller gets its text and position, the logged message no text", async () => {
    const error = await failureOf("<p>x\n<script>\n  secretWord.draw()</script>");
    expect(error).toMatchObject({
      code: "render_failed",
      retryable: false,
      stage: "load",
      details: [{ path: "the filled HTML", line: 3, column: 3, message: "ReferenceError: secretWord is not defined" }],
    });
    expect(String(error)).toBe("RenderError: A script in the document failed at line 3, column 3 of the filled HTML.");
    for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
      expect(cause.message).not.toContain("secretWord");
    }
  });

  test.each<[string, string, string]>([
    ["a rejected platenReady", "window.platenReady = Promise.reject(new Error('no data'))", "Error: no data"],
    [
      "a platenReady rejected later",
      "window.platenReady = new Promise((_, fail) => setTimeout(fail, 50, 'words'))",
      "words",
    ],
    ["an unhandled rejection", "Promise.reject(new TypeError('lost'))", "TypeError: lost"],
    [
      "an error in a timer",
      `setTimeout(() => { throw "thrown" }, 10); window.platenReady = new Promise(() => {})`,
      "thrown",
    ],
    ["a script with a syntax error", "let = ;", "SyntaxError"],
    ["text that no database stores", "throw 'a\\0b' + '\\ud800'", "a b\ufffd"],
  ])("%s fails the document with its text", async (_, script, words) => {
    expect(await failureOf(`<p>x<script>${script}</script>`)).toMatchObject({
      code: "render_failed",
      retryable: false,
      details: [{ message: expect.stringContaining(words) }],
    });
    expect(await textOf("<p>next")).toContain("next");
  });

  test("an error that a script handles does not fail the document", async () => {
    const html = `<p>fine<script>onerror = () => true; setTimeout(() => { throw 1 });
      new ResizeObserver(([{ target }]) => { target.style.height = Math.random() + "px" }).observe(document.body);
      Promise.reject(1).catch(() => {});</script>${whenLater()}`;
    expect(await textOf(html)).toMatch(/fine[\s\S]*later/);
  });

  test("dialogs do not block the document", async () => {
    const html = `<p>first<script>
      alert(1); confirm(2); prompt(3); print();
      onbeforeunload = (event) => { event.preventDefault(); return "stay"; };
      document.body.append(" second ");
    </script>`;
    expect(await textOf(html)).toMatch(/first[\s\S]*second/);
  });

  test("scripts cannot open windows", async () => {
    const html = `<p>one<a id="a" target="_blank" href="about:blank">a</a><script>
      document.body.append(" " + open("about:blank") + " " + open("http://127.0.0.1:9/"));
      a.click();
    </script>${whenLater()}`;
    expect(await textOf(html)).toMatch(/null null[\s\S]*later/);
  });

  test.each(["file:///etc/passwd", "data:text/html,gone", "#part", "javascript:void 0"])(
    "a document whose script navigates to %s is printed as it is",
    async (target) => {
      expect(await textOf(`<p>stays<script>location = "${target}"</script>${whenLater()}`)).toMatch(
        /stays[\s\S]*later/,
      );
    },
  );

  test.each([
    ["the network", "location = 'http://127.0.0.1:9/'"],
    ["about:blank", "location = 'about:blank'"],
    ["itself", "location.reload()"],
    ["a page it made", "location = URL.createObjectURL(new Blob(['gone'], { type: 'text/html' }))"],
    ["nowhere and closes its window", "close()"],
  ])("a document whose script navigates to %s fails with that reason", async (_, script) => {
    const error = await failureOf(`<p>x<script>setTimeout(() => { ${script} }, 10)</script>${whenLater()}`);
    expect(error).toMatchObject({
      code: "render_failed",
      retryable: false,
      message: expect.stringContaining("left its page"),
    });
    expect(await textOf("<p>next")).toContain("next");
  });

  test.each([
    ["an interval", "setInterval(() => document.body.append('x'), 0)"],
    ["frames", "requestAnimationFrame(function again() { requestAnimationFrame(again) })"],
    ["a loop of promises with pauses", "(async () => { for (;;) await new Promise((done) => setTimeout(done)) })()"],
    ["an unload handler", "onpagehide = onunload = onbeforeunload = () => { for (;;); }"],
  ])("a document with %s without an end is printed", async (_, script) => {
    expect(await textOf(`<p>printed<script>${script}</script>`)).toContain("printed");
    await whenIdle();
  });

  const endless: [what: string, script: string][] = [
    ["a loop", "for (;;);"],
    ["a loop of dialogs", "for (;;) alert(1)"],
    ["a promise that is never kept", "window.platenReady = new Promise(() => {})"],
    ["a loop in a timer", "setTimeout(() => { for (;;); }); window.platenReady = new Promise(() => {})"],
    ["a loop of promises", "(async () => { for (;;) await null })()"],
    ["a loop of messages", "for (;;) console.log('x'.repeat(1e6))"],
  ];
  test.each(endless.slice(0, proofOr(endless.length, 1)))(
    "%s without an end is stopped by the timeout of the stage, and other documents are printed meanwhile",
    async (_, script) => {
      const others = new AbortController();
      const failing = failureOf(`<p>x<script>${script}</script>`, hastyEngine).finally(() => others.abort());
      let printed = 0;
      while (!others.signal.aborted) {
        const other = textOf("<p>other", { settings: {}, projectId: "prj_b" }, hastyEngine);
        expect(await other).toContain("other");
        if (!others.signal.aborted) printed += 1;
      }
      expect(await failing).toMatchObject({ code: "render_timeout", stage: "load", retryable: false });
      expect(printed).toBeGreaterThan(0);
      await whenIdle(hastyEngine);
    },
  );

  test("a loop in a handler before printing is stopped by the timeout of the print stage", async () => {
    const html = "<p>x<script>onbeforeprint = () => { for (;;); }</script>";
    expect(await failureOf(html, hastyEngine)).toMatchObject({ code: "render_timeout", stage: "print" });
    await whenIdle(hastyEngine);
  });

  test("the withdrawal of a document ends it", async () => {
    const abort = new AbortController();
    const printing = engine.printHtml("<script>for (;;);</script>", { settings, signal: abort.signal });
    await waitFor(async () => (await coresUsed(engine.health().pid)) > 0.1, { describe: "the document to be at work" });
    abort.abort("withdrawn");
    await expect(printing).rejects.toMatchObject({ code: "cancelled" });
    await whenIdle();
  });
});

describe("the isolation of documents with scripts", () => {
  test("no request leaves the browser, and all are reported", async () => {
    const { refused } = await engine.printHtml(
      `<p>x<script>
        fetch("http://127.0.0.1:9/1").catch(() => {});
        navigator.sendBeacon("http://127.0.0.1:9/2", "x");
        new Image().src = "http://127.0.0.1:9/3";
        const worker = new Worker(URL.createObjectURL(new Blob(["fetch('http://127.0.0.1:9/4').catch(() => postMessage(1))"])));
        window.platenReady = new Promise((done) => worker.onmessage = done);
      </script><script src="http://127.0.0.1:9/5"></script><iframe src="http://127.0.0.1:9/6"></iframe>`,
      { settings },
    );
    const kinds = new Map(refused.map(({ resource, count }) => [resource, count]));
    expect(Object.fromEntries(kinds)).toMatchObject({ Ping: 1, Image: 1, Script: 1, Document: 1 });
    expect(kinds.get("XHR") ?? kinds.get("Fetch")).toBeGreaterThan(0);
  });

  test("their pages are closed: many documents leave no more renderers than before", async () => {
    const renderers = async () => (await rendererPids(engine.health().pid)).length;
    await textOf("<p>x");
    const before = await renderers();
    await Promise.all(Array.from({ length: 6 }, (_, n) => textOf("<p>x", { projectId: `prj_${n}` })));
    await waitFor(async () => (await renderers()) <= before + 1, { describe: "the pages to be closed" });
  });
});

// The last tests, because the browser is busy with the requests for seconds after the document has failed.
describe("a script without an end", () => {
  test.each([
    ["errors", "for (;;) reportError(new Error('x'.repeat(1e5)))"],
    ["requests", "for (;;) fetch('http://127.0.0.1:9/').catch(() => {})"],
  ])("a flood of %s fails the document", async (_, script) => {
    expect(await failureOf(`<p>x<script>${script}</script>`)).toMatchObject({
      code: "render_failed",
      retryable: false,
    });
    await whenIdle();
    // Without scripts: on a busy machine the browser may still work for the flood, and a document with scripts take the blame.
    expect(await textOf("<p>next", { settings: {}, projectId: "prj_b" })).toContain("next");
  });
});

/** Waits until the browser is idle. On a busy machine a browser with work left may get a small part of a core. */
async function whenIdle(by = engine): Promise<void> {
  await waitFor(async () => (await coresUsed(by.health().pid)) < 0.1, {
    describe: "the ended document to free its core",
  });
}
