import { pdfText } from "@platen/testing";
import { describe, expect, test } from "@jest/globals";
import { engineForFile } from "./engine-for-file.ts";

const engine = engineForFile();

async function print(script: string, settings = {}) {
  const html = `<p>Total <b id="t">0</b></p><script>${script}</script>`;
  const { pdf, isScriptPending, timings } = await engine.printHtml(html, {
    settings: { javascript: true, ...settings },
  });
  return { text: (await pdfText(pdf)).join("\n").replace(/^Total\s*/, ""), isScriptPending, loadMs: timings.loadMs };
}

/** A counter that takes `ms`, by a clock and with a way to wait. */
const counter = (now: string, wait: string, ms = 1_000) => `const start = ${now};
  (function count() {
    const part = Math.min(1, (${now} - start) / ${ms});
    t.textContent = Math.round(12345 * part);
    if (part < 1) ${wait};
  })()`;

describe("a document is printed as it is after its scripts have counted to their end", () => {
  test.each([
    ["frames and performance.now()", counter("performance.now()", "requestAnimationFrame(count)")],
    [
      "the time that a frame gets",
      `let start; requestAnimationFrame(function count(now) {
        start ??= now;
        const part = Math.min(1, (now - start) / 1000);
        t.textContent = Math.round(12345 * part);
        if (part < 1) requestAnimationFrame(count);
      })`,
    ],
    ["frames and Date.now(), for three seconds", counter("Date.now()", "requestAnimationFrame(count)", 3_000)],
    ["timers and new Date()", counter("new Date()", "setTimeout(count, 13)", 2_000)],
    [
      "a timer with a text",
      `var n = 0, more = "t.textContent = ++n < 12345 ? n : 12345; n += 500; if (n < 12845) setTimeout(more, 40)"; setTimeout(more)`,
    ],
    [
      "an interval",
      `let n = 0; const timer = setInterval(() => { t.textContent = n += 5; if (n === 12345) clearInterval(timer) }, 1)`,
    ],
    [
      "promises that wait",
      `(async () => { for (let n = 1; n <= 5; n += 1) { await new Promise((done) => setTimeout(done, 500)); t.textContent = 2469 * n } })()`,
    ],
    [
      "frames that begin when an observer sees the layout",
      `new IntersectionObserver(() => { ${counter("performance.now()", "requestAnimationFrame(count)")} }).observe(t)`,
    ],
    [
      "frames that begin later, after platenReady",
      `window.platenReady = new Promise((done) => setTimeout(done, 50)).then(() => setTimeout(() => { ${counter("performance.now()", "requestAnimationFrame(count)")} }, 1000))`,
    ],
    [
      "frames that are slow",
      `let frames = 0; ${counter("performance.now()", "(frames += 1, requestAnimationFrame(() => { const until = performance.now() + 90; while (performance.now() < until); count() }))")}`,
    ],
  ])("with %s", async (_, script) => {
    expect(await print(script)).toMatchObject({ text: "12345", isScriptPending: false });
  });

  test("with frames in a frame of the document", async () => {
    const frame = `<p id="t">0</p><script>${counter("performance.now()", "requestAnimationFrame(count)")}</script>`;
    const { pdf, isScriptPending } = await engine.printHtml(`<iframe srcdoc='${frame}'></iframe>`, {
      settings: { javascript: true },
    });
    expect([(await pdfText(pdf)).join(""), isScriptPending]).toEqual(["12345", false]);
  });
});

describe("a script that does not end", () => {
  test.each([
    ["draws frames", "let n = 0; (function draw() { t.textContent = ++n; requestAnimationFrame(draw) })()"],
    ["has a clock", "setInterval(() => { t.textContent = new Date().toISOString() }, 1000)"],
    ["starts timers", "(function again() { setTimeout(again, 300) })()"],
    [
      "starts transitions",
      `t.style.cssText = "display: block; opacity: 0; transition: opacity 1s"; t.getBoundingClientRect();
       t.ontransitionend = () => { t.style.opacity = 1 - t.style.opacity }; t.style.opacity = 1`,
    ],
  ])("is reported, and printed as it is: one that %s", async (_, script) => {
    expect(await print(script)).toMatchObject({ isScriptPending: true });
  });

  test("takes no more than a part of the time limit for loading, however slowly it draws", async () => {
    const slow = `(function draw() { const until = performance.now() + 100; while (performance.now() < until); requestAnimationFrame(draw) })()`;
    const { isScriptPending, loadMs } = await print(slow);
    expect(isScriptPending).toBe(true);
    expect(loadMs).toBeLessThan(7_000);
  });
});

test("a timer that is set to later than ten seconds never runs, and is not reported", async () => {
  const script =
    "setTimeout(() => { t.textContent = 'late' }, 60_000); setInterval(() => { t.textContent = 'late' }, 11_000)";
  expect(await print(script)).toMatchObject({ text: "0", isScriptPending: false });
});

test("timers, frames and microtasks run in their order, and those that are cleared do not", async () => {
  const script = `const ran = [];
    const run = (name) => () => { ran.push(name); Promise.resolve().then(() => ran.push(name + "'")) };
    setTimeout(run("a")); setTimeout(run("b"), 40); setTimeout(run("c"), 30);
    clearTimeout(setTimeout(run("no"), 5)); clearInterval(setInterval(run("no"), 5)); cancelAnimationFrame(requestAnimationFrame(run("no")));
    let other; setTimeout(() => {
      requestAnimationFrame(() => { ran.push("d"); cancelAnimationFrame(other) });
      other = requestAnimationFrame(run("no"));
    }, 100);
    setTimeout((one, two) => { t.textContent = ran.concat(one, two) }, 500, "e", "f")`;
  expect(await print(script)).toMatchObject({ text: "a,a',c,c',b,b',d,e,f" });
});

test("an error in a timer that the clock runs fails the document with its place", async () => {
  const html = "<p>x\n<script>\n setTimeout(() => { throw new Error('late') }, 5_000)</script>";
  await expect(engine.printHtml(html, { settings: { javascript: true } })).rejects.toMatchObject({
    code: "render_failed",
    details: [{ line: 3, column: 27, message: "Error: late" }],
  });
});

test("dates are as ever, but for the time that they say", async () => {
  const script = `const today = new Date();
    t.textContent = [today instanceof Date, today.constructor === Date, new Date(2020, 1, 3).getDate(), Date.UTC(1970, 0, 2),
      typeof Date(), new Date(0).toJSON(), Math.abs(Date.now() - performance.timeOrigin - performance.now()) < 100,
      new (class extends Date { year() { return this.getFullYear() } })(0).year()]`;
  expect(await print(script)).toMatchObject({ text: "true,true,3,86400000,string,1970-01-01T00:00:00.000Z,true,1970" });
});
