import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { isDeepStrictEqual } from "node:util";
import { descendantsOf, inProofLane, onLinux, proofOr, waitFor } from "@platen/testing";
import { describe, expect, test } from "@jest/globals";
import type { Printed } from "../src/print-job.ts";
import { startTestEngine, type TestEngine } from "./test-engine.ts";
import { findInMemory, kill, processorTime, rendererPids } from "./test-processes.ts";

const megabyte = 1_000_000;
/** For documents that must not end before a busy machine lets a test do its harm. */
const patientLimits = { loadTimeoutMs: 120_000, printTimeoutMs: 120_000 };

const table = (rows: number) =>
  `<table>${Array.from({ length: rows }, (_, row) => `<tr><td>${row}<td>Item ${row}<td>${row * 3}.00`).join("")}</table>`;

async function withEngine(
  options: Parameters<typeof startTestEngine>[0],
  work: (engine: TestEngine) => Promise<void>,
): Promise<void> {
  const engine = await startTestEngine(options);
  try {
    await work(engine);
  } finally {
    await engine.close();
  }
}

/** Prints documents of a few projects, `concurrency` at once, until `isEnough`. */
async function printUntil(engine: TestEngine, concurrency: number, isEnough: () => boolean): Promise<Printed[]> {
  const printed: Printed[] = [];
  const printNext = async (number: number) => {
    while (!isEnough()) {
      printed.push(await engine.printHtml(`<p>${printed.length}`, { projectId: `prj_${number % 3}` }));
    }
  };
  await Promise.all(Array.from({ length: concurrency }, (_, number) => printNext(number)));
  return printed;
}

async function waitForRenderers(engine: TestEngine, count: number): Promise<void> {
  await waitFor(async () => (await rendererPids(engine.health().pid)).length === count, {
    describe: `${count} renderers`,
  });
}

/** Waits until the engine's process has one browser with one profile: the current one. */
async function waitForOneBrowser(engine: TestEngine): Promise<void> {
  const isAlone = async () => {
    const processes = await descendantsOf(process.pid);
    const browsers = processes.filter(
      ({ command }) => command.includes("--user-data-dir") && !command.includes("--type="),
    );
    const command = processes.find(({ pid }) => pid === engine.health().pid)?.command ?? "";
    const folder = /--user-data-dir=(\S+)\/profile-\d+/.exec(command)?.[1] ?? "";
    const profiles = (await readdir(folder)).filter((name) => name.startsWith("profile-"));
    const isOnlyOne = browsers.length === 1 && profiles.length === 1;
    if (!isOnlyOne) throw new Error(JSON.stringify({ browsers, profiles }));
    return true;
  };
  await waitFor(isAlone, { describe: "one browser with one profile" });
}

/** More than the processor time that a renderer takes to start, in hundredths of a second. */
const startTicks = 15;

/**
 * Records the processor time of the renderers before a document is printed. The function that it returns finds the
 * renderer that works on the document; undefined if `isPrinted` comes first.
 */
async function watchWork(engine: TestEngine): Promise<(isPrinted?: () => boolean) => Promise<number | undefined>> {
  const before = await processorTime(await rendererPids(engine.health().pid));
  const find = async () => {
    const now = await processorTime(await rendererPids(engine.health().pid));
    // A new renderer has been busy with its own start.
    return [...now.keys()].find((pid) => (now.get(pid) ?? 0) - (before.get(pid) ?? startTicks) >= 2);
  };
  return async (isPrinted = () => false) => {
    let pid: number | undefined;
    await waitFor(async () => (pid = await find()) !== undefined || isPrinted(), {
      intervalMs: 5,
      describe: "a renderer to be at work",
    });
    return pid;
  };
}

describe("a browser that has reached a limit", () => {
  const replacements = proofOr(3, 1);
  const byMemory = { maxBrowserBytes: 1, checkIntervalMs: 20 };
  test("is replaced by a ready browser, and no document waits or fails", async () => {
    await withEngine({ replacement: byMemory }, async (engine) => {
      const pids = new Set<number | undefined>();
      const printed = await printUntil(engine, 4, () => {
        pids.add(engine.health().pid);
        return engine.health().ends.memory >= replacements;
      });
      expect(printed.every(({ pageCount }) => pageCount === 1)).toBe(true);
      expect(pids.size).toBeGreaterThanOrEqual(replacements);
      // There was a browser at all times.
      expect(pids.has(undefined)).toBe(false);
      expect(engine.health().ends).toMatchObject({ crash: 0, stuck: 0 });
    });
  });

  test("finishes its document under way, and leaves neither processes nor folders", async () => {
    await withEngine({ replacement: { maxBrowserDocuments: 5 } }, async (engine) => {
      const { pid } = engine.health();
      const long = engine.printHtml(table(6_000), { projectId: "prj_long" });
      await printUntil(engine, 1, () => engine.health().pid !== pid);
      expect(existsSync(`/proc/${pid}`)).toBe(true);
      expect((await long).pageCount).toBeGreaterThan(50);
      await waitFor(() => engine.health().ends.documents === 1, { describe: "the old browser to end" });
      expect(engine.health().ends.crash).toBe(0);
      await waitForOneBrowser(engine);
    });
  });

  test("is killed if its document under way does not end", async () => {
    const limits = { loadTimeoutMs: 1, printTimeoutMs: 1 };
    await withEngine({ limits, replacement: { maxBrowserDocuments: 1 } }, async (engine) => {
      const { pid } = engine.health();
      await engine.printHtml(table(3_000)).catch(() => undefined);
      await waitFor(() => engine.health().pid !== pid, { describe: "another browser" });
      await waitFor(() => !existsSync(`/proc/${pid}`), { describe: "the old browser to be gone" });
    });
  });
});

onLinux(test)("a browser that hangs is ended and replaced, and the next browser prints its document", async () => {
  await withEngine({ heartbeat: { beatMs: 100 } }, async (engine) => {
    await engine.printHtml("<p>Before");
    const { pid } = engine.health();
    kill(pid, "SIGSTOP");
    expect((await engine.printHtml("<p>During")).pageCount).toBe(1);
    expect(engine.health().pid).not.toBe(pid);
    expect(engine.health()).toMatchObject({ ends: { stuck: 1, crash: 0 }, starts: { first: 1, stuck: 1, crash: 0 } });
  });
});

onLinux(test)(
  "a browser that can start no renderer again is replaced, and the next browser prints documents",
  async () => {
    await withEngine({}, async (engine) => {
      await engine.printHtml("<p>Before");
      const { pid = 0 } = engine.health();
      const zygotes = (await descendantsOf(pid)).filter(({ command }) => command.includes("--type=zygote"));
      for (const zygote of zygotes) kill(zygote.pid);
      // An open page would print the document.
      for (const renderer of await rendererPids(pid)) kill(renderer);
      await waitForRenderers(engine, 0);
      // The first document fails if an idle page, whose end the pool does not know yet, takes its first attempt.
      const next = await engine.printHtml("<p>After").catch(() => engine.printHtml("<p>After"));
      expect(next.pageCount).toBe(1);
      expect(engine.health().pid).not.toBe(pid);
      // Mostly the browser lives on. Sometimes it ends with its renderer.
      const ended = () => engine.health().ends.stuck + engine.health().ends.crash;
      await waitFor(() => ended() === 1, { describe: "the browser to be ended" });
      expect(engine.health().launches).toBe(2);
      await waitForOneBrowser(engine);
    });
  },
);

describe("pages", () => {
  const large = proofOr({ rows: 16_000, pages: 300 }, { rows: 5_000, pages: 90 });
  onLinux(test)("free the memory of a large document, and others are ready for the next one", async () => {
    const memory = { maxRendererBytes: 3_000 * megabyte, maxTotalBytes: 4_000 * megabyte };
    await withEngine({ limits: patientLimits, memory, replacement: { checkIntervalMs: 50 } }, async (engine) => {
      expect((await engine.printHtml(table(large.rows))).pageCount).toBeGreaterThanOrEqual(large.pages);
      const isSmall = () => engine.health().memoryBytes > 0 && engine.health().memoryBytes < 400 * megabyte;
      await waitForRenderers(engine, 1);
      await waitFor(isSmall, { describe: "the browser to be small again" });
      expect(engine.health().launches).toBe(1);
      const [ready = 0] = await rendererPids(engine.health().pid);
      const mark = "PRINTED-BY-THE-READY-ONE";
      await engine.printHtml(`<p>${mark}`);
      expect((await findInMemory(ready, mark, mark.length)).size).toBe(1);
    });
  });

  onLinux(test)("are replaced while they are idle when their renderer has grown", async () => {
    await withEngine({ replacement: { maxPageBytes: megabyte, checkIntervalMs: 20 } }, async (engine) => {
      await engine.printHtml("<p>x");
      await waitFor(() => engine.health().idlePages === 0, { describe: "the page to be closed" });
      expect((await engine.printHtml("<p>x")).pageCount).toBe(1);
      expect(engine.health().launches).toBe(1);
    });
  });
});

describe("a document that does not end", () => {
  onLinux(test)("costs its own page, and the same browser prints other documents meanwhile", async () => {
    // The documents beside it get this time too. On a fast machine it comes to the limits of memory sooner.
    const memory = { maxRendererBytes: 8_000_000_000, maxTotalBytes: 9_000_000_000 };
    await withEngine({ memory, limits: { ...patientLimits, printTimeoutMs: 3_000 } }, async (engine) => {
      await engine.printHtml("<p>warm", { projectId: "prj_b" });
      const { pid } = engine.health();
      await waitForRenderers(engine, 2);
      const working = await watchWork(engine);
      let isEnded = false;
      const endless = engine
        .printHtml(table(80_000), { projectId: "prj_a" })
        .catch((error: unknown) => error)
        .finally(() => (isEnded = true));
      const looping = await working(() => isEnded);
      expect(looping).toBeDefined();
      const beside = await printUntil(engine, 1, () => isEnded);
      expect(beside.length).toBeGreaterThan(1);
      expect(await endless).toMatchObject({ code: "render_timeout", stage: "print", retryable: false });
      await waitFor(() => !existsSync(`/proc/${looping}`), { describe: "its renderer to be gone" });
      expect(engine.health()).toMatchObject({ pid, launches: 1 });
    });
  });

  onLinux(test)("because its renderer hangs costs that renderer", async () => {
    await withEngine({ limits: { loadTimeoutMs: 700, printTimeoutMs: 700 } }, async (engine) => {
      await engine.printHtml("<p>warm");
      const { pid } = engine.health();
      for (const renderer of await rendererPids(pid)) kill(renderer, "SIGSTOP");
      await expect(engine.printHtml("<p>x")).rejects.toMatchObject({ code: "render_timeout" });
      // The spare page may have been stopped as well.
      const next = await waitFor(() => engine.printHtml("<p>x"), { describe: "the next document" });
      expect(next?.pageCount).toBe(1);
      expect(engine.health()).toMatchObject({ pid, launches: 1 });
    });
  });
});

onLinux(test)(
  "a document whose browser is killed twice is printed by the third, and both ends are logged",
  async () => {
    const warnings: unknown[] = [];
    const ignore = () => undefined;
    const warn = (...line: unknown[]) => void warnings.push(line);
    await withEngine(
      { limits: patientLimits, log: { error: ignore, warn, info: ignore, debug: ignore } },
      async (engine) => {
        await engine.printHtml("<p>warm");
        let working = await watchWork(engine);
        const printing = engine.printHtml(table(10_000));
        for (const kills of [1, 2]) {
          await working();
          kill(engine.health().pid);
          await waitFor(() => engine.health().starts.crash === kills, { describe: "another browser" });
          working = await watchWork(engine);
        }
        expect((await printing).pageCount).toBeGreaterThan(50);
        const ended = ["the browser ended unexpectedly", { exitCode: null, signal: "SIGKILL" }];
        expect(warnings.filter((line) => isDeepStrictEqual(line, ended))).toHaveLength(2);
        expect(engine.health()).toMatchObject({
          ends: { crash: 2, stuck: 0 },
          starts: { first: 1, crash: 2 },
          failedStarts: 0,
        });
        await waitForOneBrowser(engine);
      },
    );
  },
);

describe("when it is killed during a document, again and again", () => {
  const times = 20;

  async function expectPrinted(engine: TestEngine, victim: (renderer: number) => number | undefined): Promise<void> {
    await engine.printHtml("<p>warm");
    for (let kills = 0; kills < times;) {
      const working = await watchWork(engine);
      let isPrinted = false;
      const printing = engine.printHtml(table(600)).finally(() => (isPrinted = true));
      const renderer = await working(() => isPrinted);
      if (renderer !== undefined) kill(victim(renderer));
      const { pdf, pageCount } = await printing;
      if (renderer === undefined) continue;
      kills += 1;
      expect(pageCount).toBeGreaterThan(10);
      expect(pdf.subarray(-6).toString("latin1")).toContain("%%EOF");
      expect((await engine.printHtml("<p>next")).pageCount).toBe(1);
    }
  }

  inProofLane(test)("a browser is replaced, each document is printed, and the next one too", async () => {
    await withEngine({ limits: patientLimits }, async (engine) => {
      await expectPrinted(engine, () => engine.health().pid);
      expect(engine.health()).toMatchObject({ isAvailable: true, ends: { crash: times, stuck: 0 } });
    });
  });

  inProofLane(test)("a renderer costs its page alone, each document is printed, and the next one too", async () => {
    await withEngine({ limits: patientLimits }, async (engine) => {
      await expectPrinted(engine, (renderer) => renderer);
      expect(engine.health().ends.stuck).toBe(0);
      // On a busy machine the browser sometimes ends with its renderer.
      expect(engine.health().ends.crash).toBeLessThanOrEqual(1);
    });
  });
});
