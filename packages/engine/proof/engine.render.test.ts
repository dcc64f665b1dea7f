import { existsSync, readFileSync, readdirSync } from "node:fs";
import { chmod, mkdir, mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { PageSettings } from "@platen/contracts";
import { createLogger } from "@platen/telemetry";
import { pdfFonts, pdfInfo, pdfText, waitFor } from "@platen/testing";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { createEngine, type EngineOptions } from "../src/engine.ts";
import { descendants } from "../src/chromium/launch-chromium.ts";
import { startTestEngine, type TestEngine } from "./test-engine.ts";
import { coresUsed, kill, parentOf, readCommand, rendererPids } from "./test-processes.ts";

let workRoot: string;
let engine: TestEngine;

beforeAll(async () => {
  // Outside the repository, because the browser's user must be allowed to enter it.
  workRoot = await makeFolder(tmpdir());
  engine = await start();
});

afterAll(async () => {
  await engine.close();
  await rm(workRoot, { recursive: true, force: true });
});

async function makeFolder(parent: string): Promise<string> {
  const path = await mkdtemp(join(parent, "platen-browser-"));
  await chmod(path, 0o755);
  return path;
}

/** An engine for one test. */
function start(limits: Partial<EngineOptions["limits"]> = {}, root = workRoot): Promise<TestEngine> {
  return startTestEngine({ limits, workRoot: root });
}

function print(html: string, settings: PageSettings = {}, projectId = "prj_a", signal = new AbortController().signal) {
  return engine.printHtml(html, { projectId, settings, signal });
}

async function textOf(html: string, settings?: PageSettings): Promise<string> {
  const { pdf } = await print(html, settings);
  return (await pdfText(pdf)).join("\n");
}

const table = (rows: number) =>
  `<table>${Array.from({ length: rows }, (_, row) => `<tr><td>${row}<td>Item ${row}<td>${row * 3}.00`).join("")}</table>`;

describe("printing", () => {
  test("each page has its text, and the pages are counted", async () => {
    const pages = Array.from(
      { length: 12 },
      (_, page) => `<p style="break-after: page">Page ${page + 1} of the document</p>`,
    );
    const { pdf, pageCount } = await print(pages.join("").replace(/break-after: page(?!.*break-after)/, ""));
    const texts = await pdfText(pdf);
    expect(pageCount).toBe(12);
    expect(texts).toHaveLength(12);
    expect(texts.map((text) => text.trim())).toEqual(pages.map((_, page) => `Page ${page + 1} of the document`));
  });

  test.each([1, 9, 10, 99, 250])("%i pages are counted correctly, tagged or not", async (count) => {
    const html = Array.from({ length: count }, () => '<p style="break-before: page">x').join("");
    for (const tagged of [false, true]) {
      const { pdf, pageCount } = await print(html, { tagged, outline: tagged });
      expect(pageCount).toBe(count);
      expect((await pdfInfo(pdf)).pageCount).toBe(count);
    }
  });

  const points = (value: number, unit: "mm" | "in") => (unit === "in" ? value * 72 : (value / 25.4) * 72);
  test.each<[string, PageSettings, string, [number, number]]>([
    ["A4 portrait by default", {}, "", [points(210, "mm"), points(297, "mm")]],
    ["landscape", { orientation: "landscape" }, "", [points(297, "mm"), points(210, "mm")]],
    ["a named format", { format: "Legal" }, "", [612, 1_008]],
    ["a label of 4 by 6 inches", { width: "4in", height: "6in" }, "", [288, 432]],
    ["CSS @page", { format: "A4" }, "<style>@page { size: 4in 6in }</style>", [288, 432]],
    [
      "CSS @page, not preferred",
      { format: "Letter", preferCssPageSize: false },
      "<style>@page { size: 4in 6in }</style>",
      [612, 792],
    ],
  ])("%s has its size", async (_, settings, html, [width, height]) => {
    const { pdf } = await print(`${html}<p>x`, settings);
    const info = await pdfInfo(pdf);
    expect(Math.abs((info.pageSizesPt[0]?.width ?? 0) - width)).toBeLessThan(1);
    expect(Math.abs((info.pageSizesPt[0]?.height ?? 0) - height)).toBeLessThan(1);
  });

  test("the PDF has the title and language of the document, tagged or not", async () => {
    for (const tagged of [false, true]) {
      const { pdf } = await print('<!doctype html><html lang="de-CH"><title>Rechnung 7</title><p>x', { tagged });
      expect(await pdfInfo(pdf)).toMatchObject({ title: "Rechnung 7", language: "de-CH" });
    }
  });

  test("header and footer are printed on every page", async () => {
    const settings = {
      margin: { top: "20mm", bottom: "20mm" },
      header: '<span style="font-size: 10px">Head of <span class="title"></span></span>',
      footer:
        '<span style="font-size: 10px"><span class="pageNumber"></span> of <span class="totalPages"></span></span>',
    };
    const { pdf } = await print('<title>Seven</title><p>a<p style="break-before: page">b', settings);
    const [first, second] = await pdfText(pdf);
    expect(first).toMatch(/Head of Seven[\s\S]*1\s*of\s*2/);
    expect(second).toMatch(/Head of Seven[\s\S]*2\s*of\s*2/);
  });

  test("a footer alone brings no default header of the browser", async () => {
    const text = await textOf("<title>Mine</title><p>a", {
      margin: { top: "20mm", bottom: "20mm" },
      footer: "<b>foot</b>",
    });
    expect(text).not.toMatch(/Mine|about:blank|\d{2}:\d{2}/);
  });

  test("page ranges keep only their pages", async () => {
    const html = Array.from({ length: 5 }, (_, page) => `<p style="break-before: page">page${page + 1}`).join("");
    const { pdf, pageCount } = await print(html, { pageRanges: "2-3, 5" });
    expect(pageCount).toBe(3);
    expect((await pdfText(pdf)).join(" ")).toMatch(/page2\s+page3\s+page5/);
  });

  test.each<[string, PageSettings]>([
    ["settings.pageRanges", { pageRanges: "7-9" }],
    ["settings.pageRanges", { pageRanges: "3-1" }],
    ["settings.margin", { margin: { top: "200mm", bottom: "200mm" } }],
  ])("an impossible value of %s fails with the name of the setting", async (path, settings) => {
    await expect(print("<p>x", settings)).rejects.toMatchObject({
      code: "render_failed",
      retryable: false,
      details: [{ path, message: expect.any(String) }],
    });
    expect(await textOf("<p>next")).toContain("next");
  });

  test("images and fonts from data: URLs are printed", async () => {
    const font = readFileSync(
      new URL(import.meta.resolve("@expo-google-fonts/jetbrains-mono/400Regular/JetBrainsMono_400Regular.ttf")),
    );
    const { pdf, refused } = await print(
      `<style>@font-face{font-family:Own;src:url(data:font/ttf;base64,${font.toString("base64")})}</style>
       <p style="font-family:Own">own<img src="data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='9' height='9'%3E%3Crect width='9' height='9'/%3E%3C/svg%3E">`,
    );
    expect(refused).toEqual([]);
    expect(await pdfFonts(pdf)).toContainEqual({ name: expect.stringContaining("JetBrainsMono"), isEmbedded: true });
  });

  test("no JavaScript runs", async () => {
    const text = await textOf(
      `<p id="p">before<script>document.body.append("INLINE")</script><img src="data:," onerror="document.body.append('HANDLER')">
       <iframe srcdoc="<script>document.write('FRAME')</script>"></iframe><noscript>quiet</noscript>`,
    );
    expect(text).toMatch(/before[\s\S]*quiet/);
    expect(text).not.toMatch(/INLINE|HANDLER|FRAME/);
  });

  test("a document leaves nothing for the next one", async () => {
    await print("<title>first</title><style>p{display:none}</style><p>secret");
    const { pdf } = await print("<p>second");
    expect((await pdfText(pdf)).join("").trim()).toBe("second");
    expect((await pdfInfo(pdf)).title).not.toBe("first");
  });
});

describe("requests of documents", () => {
  test("no request leaves the browser, from body, header or footer", async () => {
    let connections = 0;
    const server = createServer((_, response) => response.end("LEAKED")).on("connection", () => (connections += 1));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    // A listening TCP server has an address and port.
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const vectors = [
      `<img src="${origin}/1"><img srcset="${origin}/2 2x"><picture><source srcset="${origin}/3"><img></picture>`,
      `<link rel="stylesheet" href="${origin}/4"><style>@import "${origin}/5"; body { background: url(${origin}/6) }</style>`,
      `<style>@font-face { font-family: F; src: url(${origin}/7) } p { font-family: F; cursor: url(${origin}/8), auto }</style><p>text`,
      `<iframe src="${origin}/9"></iframe><iframe src="file:///etc/passwd"></iframe><frameset><frame src="${origin}/10"></frameset>`,
      `<object data="${origin}/11"></object><embed src="${origin}/12"><object data="file:///etc/passwd"></object>`,
      `<meta http-equiv="refresh" content="0;url=${origin}/13"><p>refresh`,
      `<link rel="prefetch" href="${origin}/14"><link rel="preload" as="image" href="${origin}/15"><link rel="preconnect" href="${origin}"><link rel="dns-prefetch" href="//leak.invalid">`,
      `<link rel="icon" href="${origin}/16"><link rel="manifest" href="${origin}/17"><link rel="modulepreload" href="${origin}/18">`,
      `<video src="${origin}/19" poster="${origin}/20"></video><audio src="${origin}/21"></audio><track src="${origin}/22">`,
      `<svg><image href="${origin}/23"/><use href="${origin}/24#a"/><filter id="f"><feImage href="${origin}/25"/></filter><rect filter="url(#f)" width="9" height="9"/></svg>`,
      `<iframe srcdoc="<img src='${origin}/26'><meta http-equiv='refresh' content='0;url=${origin}/27'>"></iframe>`,
      `<form action="${origin}/28"><input type="image" src="${origin}/29"></form><a ping="${origin}/30" href="${origin}/31">a</a>`,
      `<base href="${origin}/"><img src="32"><body background="33"><script src="34"></script><link rel="stylesheet" href="35">`,
      `<p style="list-style-image: url(${origin}/36); border-image-source: url(${origin}/37); mask-image: url(${origin}/38); content: url(${origin}/39)">x`,
      `<img src="ftp://127.0.0.1/40"><img src="ws://127.0.0.1/41"><img src="FILE:///etc/hostname"><iframe src="view-source:${origin}/42"></iframe>`,
    ];
    try {
      for (const vector of vectors) {
        const { pdf } = await print(vector, {
          margin: { top: "20mm", bottom: "20mm" },
          header: `<img src="${origin}/header"><object data="${origin}/header-object"></object><iframe src="file:///etc/passwd"></iframe>`,
          footer: `<svg><image href="${origin}/footer"/></svg><b style="background: url(${origin}/footer-style)">b</b>`,
        });
        const text = (await pdfText(pdf)).join("");
        expect(text).not.toMatch(/LEAKED|root:/);
      }
      expect(connections).toBe(0);
    } finally {
      server.close();
    }
  });

  test("the report of refused requests has their resource type, scheme and host, and nothing else", async () => {
    const { refused } = await print(
      `<img src="http://127.0.0.1:9/a?b#c"><img src="http://127.0.0.1:9/b"><img src="https://BÜCHER.invalid:443/d">
       <link rel="stylesheet" href="https://x.invalid/c">`,
    );
    expect(refused).toHaveLength(3);
    expect(refused).toContainEqual({ resource: "Image", scheme: "http", host: "127.0.0.1:9", count: 2 });
    expect(refused).toContainEqual({ resource: "Image", scheme: "https", host: "xn--bcher-kva.invalid", count: 1 });
    expect(refused).toContainEqual({ resource: "Stylesheet", scheme: "https", host: "x.invalid", count: 1 });
  });

  test("refused requests of styles are reported for each document of a page", async () => {
    const html = `<style>@font-face { font-family: F; src: url("https://f.invalid/") } p { font-family: F }</style>
      <p style="background: url(https://b.invalid/)">text`;
    for (let printed = 0; printed < 3; printed += 1) {
      const { refused } = await print(html);
      expect(refused).toHaveLength(2);
      expect(refused).toContainEqual({ resource: "Font", scheme: "https", host: "f.invalid", count: 1 });
      expect(refused).toContainEqual({ resource: "Image", scheme: "https", host: "b.invalid", count: 1 });
    }
  });

  test("all refused requests are counted, and those beyond 100 hosts are counted together", async () => {
    const hosts = Array.from({ length: 150 }, (_, index) => `<img src="https://h${index}.invalid/">`);
    const { refused } = await print(`${hosts.join("")}<img src="https://h1.invalid/x">`);
    expect(refused.filter(({ host }) => host !== "")).toHaveLength(100);
    expect(refused).toContainEqual({ resource: "Image", scheme: "https", host: "h1.invalid", count: 2 });
    expect(refused).toContainEqual({ resource: "Image", scheme: "https", host: "", count: 50 });
  });

  test("a document that refreshes itself is printed as it is, and so is the next one", async () => {
    for (const target of ["http://127.0.0.1:9/", "about:blank", "data:text/html,gone"]) {
      expect(await textOf(`<meta http-equiv="refresh" content="0;url=${target}"><p>stays`)).toContain("stays");
      expect(await textOf("<p>next")).toContain("next");
    }
  });
});

describe("failures", () => {
  test("a document whose browser is killed is printed by the next browser", async () => {
    await print("<p>warm");
    const { pid, launches } = engine.health();
    const printing = print(table(3_000));
    await waitFor(() => engine.health().busyPages === 1, { intervalMs: 1, describe: "the document to be printing" });
    process.kill(pid ?? 0, "SIGKILL");
    expect((await printing).pageCount).toBeGreaterThan(10);
    expect(await textOf("<p>next")).toContain("next");
    expect(engine.health()).toMatchObject({ isAvailable: true, launches: launches + 1 });
  });

  test("a document whose renderer is killed is printed by another renderer", async () => {
    await print("<p>warm");
    const { launches } = engine.health();
    const printing = print(table(3_000));
    await waitFor(() => engine.health().busyPages === 1, { intervalMs: 1, describe: "the document to be printing" });
    await killRenderers();
    expect((await printing).pageCount).toBeGreaterThan(10);
    expect(await textOf("<p>next")).toContain("next");
    expect(engine.health().launches).toBe(launches);
  });

  test("a document that loses its renderer each time fails as retryable, and the next one is printed", async () => {
    let settled = false;
    // The document is large because finding the renderers takes time on a busy machine.
    const printing = print(table(30_000))
      .catch((error: unknown) => error)
      .finally(() => (settled = true));
    await waitFor(
      async () => {
        if (!settled) await killRenderers();
        return settled;
      },
      { intervalMs: 1, timeoutMs: 20_000, describe: "the document to fail" },
    );
    expect(await printing).toMatchObject({ code: "browser_crashed", retryable: true });
    expect(await textOf("<p>next")).toContain("next");
  });

  (process.platform === "linux" ? test : test.skip)(
    "a browser that is killed at any moment of its start is started again",
    async () => {
      for (const delayMs of [0, 50, 150, 300, 500]) {
        const own = async () => {
          const processes = descendants(process.pid);
          const isOwn = async (pid: number) =>
            (await readCommand(pid)).includes(`${workRoot}/`) && (await parentOf(pid)) === process.pid;
          const areOwn = await Promise.all(processes.map(isOwn));
          return processes.filter((_, index) => areOwn[index]);
        };
        for (const id of await own()) process.kill(id, "SIGKILL");
        await waitFor(() => engine.health().pid === undefined, { describe: "the end of the browser to be noticed" });
        const printing = textOf("<p>x");
        const [starting = 0] =
          (await waitFor(
            async () => {
              const ids = await own();
              return ids.length > 0 ? ids : undefined;
            },
            { intervalMs: 1, describe: "the browser to be starting" },
          )) ?? [];
        await delay(delayMs);
        kill(starting);
        expect(await printing).toContain("x");
      }
    },
    60_000,
  );

  test("a document that exceeds the timeout of a stage is ended, and the next one is printed", async () => {
    const hasty = await start({ printTimeoutMs: 50 });
    try {
      const slow = hasty.printHtml(table(3_000));
      await expect(slow).rejects.toMatchObject({ code: "render_timeout", stage: "print", retryable: false });
      await waitFor(() => hasty.printHtml("<p>x"), {
        describe: "the next document",
      });
      await waitFor(async () => (await coresUsed(hasty.health().pid)) < 0.5, {
        describe: "the ended document to free its core",
      });
    } finally {
      await hasty.close();
    }
  });

  test("an aborted document ends at once, printing or waiting", async () => {
    const abort = new AbortController();
    const printing = [1, 2, 3, 4].map((n) =>
      print(table(3_000), {}, `prj_${n}`, abort.signal).catch((error: unknown) => error),
    );
    await waitFor(() => engine.health().waiting === 2, { intervalMs: 1, describe: "two documents to wait" });
    abort.abort("withdrawn");
    for (const result of printing) expect(await result).toMatchObject({ code: "cancelled" });
    await waitFor(() => engine.health().busyPages === 0, { describe: "no page to be busy" });
    expect(await textOf("<p>next")).toContain("next");
  });

  test("a deadline that passes while a document waits is a timeout of the queue stage", async () => {
    const busy = [1, 2].map(() => print(table(3_000)));
    await expect(print("<p>x", {}, "prj_a", AbortSignal.timeout(20))).rejects.toMatchObject({
      code: "render_timeout",
      stage: "queue",
      retryable: true,
    });
    await Promise.all(busy);
  });

  test("documents beyond the limits of HTML, pages or PDF size fail", async () => {
    const strict = await start({ maxHtmlBytes: 10_000, maxPages: 3, maxPdfBytes: 4_000 });
    try {
      const attempt = (html: string) => strict.printHtml(html);
      await expect(attempt("x".repeat(10_001))).rejects.toMatchObject({ code: "document_too_large" });
      await expect(attempt('<p style="break-before: page">x'.repeat(4))).rejects.toMatchObject({
        code: "too_many_pages",
      });
      await expect(
        attempt("abcdefghijklmnopqrstuvwxyz<b>ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789</b>"),
      ).rejects.toMatchObject({
        code: "document_too_large",
      });
    } finally {
      await strict.close();
    }
  });

  test("a page is replaced after its limit of documents", async () => {
    const brief = await start({ maxDocumentsPerPage: 3 });
    try {
      for (let count = 0; count < 10; count++) {
        expect((await brief.printHtml(`<p>${count}`)).pageCount).toBe(1);
      }
      expect(brief.health().launches).toBe(1);
    } finally {
      await brief.close();
    }
  });

  test("an engine whose browser cannot start fails and leaves no folder", async () => {
    const root = await makeFolder(workRoot);
    await expect(
      createEngine({
        executablePath: "/bin/true",
        workRoot: root,
        concurrency: 1,
        allowNoSandbox: false,
        limits: {
          loadTimeoutMs: 1,
          printTimeoutMs: 1,
          maxHtmlBytes: 1,
          maxPdfBytes: 1,
          maxPages: 1,
          maxDocumentsPerPage: 1,
        },
        log: createLogger({ service: "worker-test", level: "error" }),
      }),
    ).rejects.toThrow("The browser did not start.");
    expect(readdirSync(root)).toEqual([]);
  });

  test("closing leaves no process and no folder, and a start removes the folders of dead workers", async () => {
    const root = await makeFolder(workRoot);
    await mkdir(join(root, `${hostname()}-999999999-1-abcdef`));
    await mkdir(join(root, "somebody-elses"));
    const brief = await start({}, root);
    expect(readdirSync(root)).toHaveLength(2);
    const { pid } = brief.health();
    await brief.close();
    expect(readdirSync(root)).toEqual(["somebody-elses"]);
    expect(existsSync(`/proc/${pid}`)).toBe(false);
  });
});

async function killRenderers(): Promise<void> {
  for (const pid of await rendererPids(engine.health().pid)) kill(pid);
}
