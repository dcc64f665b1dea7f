import { existsSync, readdirSync } from "node:fs";
import { chmod, mkdir, mkdtemp, rm } from "node:fs/promises";
import { getPriority, hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { PageSettings } from "@platen/contracts";
import { descendantsOf, onLinux, pdfInfo, pdfText, proofOr, waitFor } from "@platen/testing";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import type { EngineOptions } from "../src/engine.ts";
import { startTestEngine, type TestEngine } from "./test-engine.ts";
import { svg, testLibrary } from "./test-library.ts";
import { kill, rendererPids } from "./test-processes.ts";

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
  test.each([1, 9, 10, 99, 250])("%i pages are counted correctly, tagged or not", async (count) => {
    const html = Array.from({ length: count }, () => '<p style="break-before: page">x').join("");
    for (const tagged of [false, true]) {
      const { pdf, pageCount } = await print(html, { tagged, outline: tagged });
      expect(pageCount).toBe(count);
      expect((await pdfInfo(pdf)).pageCount).toBe(count);
    }
  });

  test("the PDF has the title and language of the document, tagged or not", async () => {
    for (const tagged of [false, true]) {
      const { pdf } = await print('<!doctype html><html lang="de-CH"><title>Rechnung 7</title><p>x', { tagged });
      expect(await pdfInfo(pdf)).toMatchObject({ title: "Rechnung 7", language: "de-CH" });
    }
  });

  test("no JavaScript runs", async () => {
    const text = await textOf(
      `<p id="p">before<script>document.body.append("INLINE")</script><img src="data:," onerror="document.body.append('HANDLER')">
       <iframe srcdoc="<script>document.write('FRAME')</script>"></iframe><noscript>quiet</noscript>`,
    );
    expect(text).toMatch(/before[\s\S]*quiet/);
    expect(text).not.toMatch(/INLINE|HANDLER|FRAME/);
  });
});

describe("requests of documents", () => {
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
  test("a document that crashes each renderer fails by itself, and the next one is printed", async () => {
    await expect(engine.printHtml(`<style>${":not(".repeat(20_000)}</style><p>x`)).rejects.toMatchObject({
      code: "render_failed",
      retryable: false,
      message: expect.stringContaining("on each of 3 attempts"),
    });
    expect((await engine.printHtml("<p>next")).pageCount).toBe(1);
  });

  test("a document that loses its renderer each time fails as retryable, and the next one is printed", async () => {
    let losses = 0;
    const losing = await startTestEngine({ limits: { loadTimeoutMs: 120_000, printTimeoutMs: 120_000 } });
    const library = {
      ...testLibrary({ never: svg("never") }),
      // The request shows that the document is on its page. The answer never comes, so the document cannot end before.
      async read() {
        losses += 1;
        for (const pid of await rendererPids(losing.health().pid)) kill(pid);
        return new Promise<never>(() => {});
      },
    };
    try {
      await expect(losing.printHtml(`<img src="${library.files[0]?.address}">`, { library })).rejects.toMatchObject({
        code: "browser_crashed",
        retryable: true,
      });
      expect(losses).toBe(3);
      expect((await losing.printHtml("<p>next")).pageCount).toBe(1);
    } finally {
      await losing.close();
    }
  });

  onLinux(test)("a browser that is killed at any moment of its start is started again", async () => {
    for (const delayMs of proofOr([0, 50, 150, 300, 500], [0, 150])) {
      const own = async () => {
        const processes = await descendantsOf(process.pid);
        return processes.flatMap(({ pid, parentPid, command }) =>
          parentPid === process.pid && command.includes(`${workRoot}/`) ? [pid] : [],
        );
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
  });

  test("an aborted document ends at once, printing or waiting", async () => {
    const abort = new AbortController();
    // Of one project: others would get slots beside documents that a busy machine makes slow.
    const printing = Array.from({ length: 4 }, () =>
      print(table(3_000), {}, "prj_a", abort.signal).catch((error: unknown) => error),
    );
    await waitFor(() => engine.health().waiting === 2, { intervalMs: 1, describe: "two documents to wait" });
    abort.abort("withdrawn");
    for (const result of printing) expect(await result).toMatchObject({ code: "cancelled" });
    await waitFor(() => engine.health().busyPages.interactive === 0, { describe: "no page to be busy" });
    expect(await textOf("<p>next")).toContain("next");
  });

  test("a document is printed while background documents of its project hold all slots, in niced renderers", async () => {
    const abort = new AbortController();
    const background = Array.from({ length: 3 }, () =>
      engine.printHtml(table(20_000), { lane: "background", signal: abort.signal }).catch((error: unknown) => error),
    );
    await waitFor(() => engine.health().waiting === 1, { intervalMs: 1, describe: "one document to wait" });
    expect(await textOf("<p>beside")).toContain("beside");
    expect(engine.health().busyPages).toEqual({ interactive: 0, background: 2 });
    const niceness = async () => (await rendererPids(engine.health().pid)).map((pid) => getPriority(pid));
    // A document has its slot before its page is open, and a page that printed is replaced.
    const isNicedBesideOthers = async () => {
      const all = await niceness();
      return all.filter((nice) => nice === 10).length === 2 && all.includes(getPriority());
    };
    await waitFor(isNicedBesideOthers, { describe: "two niced renderers beside a usual one" });
    abort.abort("withdrawn");
    for (const result of background) expect(await result).toMatchObject({ code: "cancelled" });
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
      ).rejects.toMatchObject({ code: "document_too_large" });
    } finally {
      await strict.close();
    }
  });

  test("an engine whose browser cannot start fails and leaves no folder", async () => {
    const root = await makeFolder(workRoot);
    await expect(startTestEngine({ executablePath: "/bin/true", workRoot: root })).rejects.toThrow(
      "The browser did not start.",
    );
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
