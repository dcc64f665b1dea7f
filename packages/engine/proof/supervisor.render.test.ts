import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { descendantsOf, isProof, proofOr, waitFor } from "@platen/testing";
import { describe, expect, test } from "@jest/globals";
import type { LogFields } from "@platen/telemetry";
import type { Printed } from "../src/engine.ts";
import { startTestEngine, type TestEngine } from "./test-engine.ts";
import { findInMemory, kill, processorTime, rendererPids } from "./test-processes.ts";

const megabyte = 1_000_000;
const onLinux = process.platform === "linux" ? test : test.skip;

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
  const replacements = proofOr(3, 2);
  test.each([
    ["documents", { maxBrowserDocuments: 15 }],
    ["age", { maxBrowserAgeMs: 200, checkIntervalMs: 20 }],
    ["memory", { maxBrowserBytes: 1, checkIntervalMs: 20 }],
  ] as const)("of %s is replaced by a ready browser, and no document waits or fails", async (cause, replacement) => {
    await withEngine({ replacement }, async (engine) => {
      const pids = new Set<number | undefined>();
      const printed = await printUntil(engine, 4, () => {
        pids.add(engine.health().pid);
        return engine.health().ends[cause] >= replacements;
      });
      expect(printed.every(({ pageCount }) => pageCount === 1)).toBe(true);
      expect(pids.size).toBeGreaterThanOrEqual(replacements);
      // There was a browser at all times.
      expect(pids.has(undefined)).toBe(false);
      expect(engine.health().ends).toMatchObject({ crash: 0, stuck: 0 });
      for (const pid of pids) {
        if (pid === engine.health().pid) continue;
        await waitFor(() => !existsSync(`/proc/${pid}`), { describe: "the old browser to be gone" });
      }
    });
  });

  test("finishes its document under way", async () => {
    await withEngine({ replacement: { maxBrowserDocuments: 5 } }, async (engine) => {
      const { pid } = engine.health();
      const long = engine.printHtml(table(6_000), { projectId: "prj_long" });
      await printUntil(engine, 1, () => engine.health().pid !== pid);
      expect(existsSync(`/proc/${pid}`)).toBe(true);
      expect((await long).pageCount).toBeGreaterThan(50);
      await waitFor(() => engine.health().ends.documents === 1, { describe: "the old browser to end" });
      expect(engine.health().ends.crash).toBe(0);
    });
  });

  test("is killed if its document under way does not end", async () => {
    const limits = { loadTimeoutMs: 1, printTimeoutMs: 1 };
    await withEngine({ limits, replacement: { maxBrowserDocuments: 1 } }, async (engine) => {
      const { pid } = engine.health();
      await engine.printHtml(table(3_000)).catch(() => undefined);
      await waitFor(() => engine.health().pid !== pid, { describe: "another browser" });
      await waitFor(() => !existsSync(`/proc/${pid}`), { timeoutMs: 15_000, describe: "the old browser to be gone" });
    });
  });

  test("closes idle pages before it is replaced for its memory", async () => {
    const own = await idleMemory();
    const replacement = { maxBrowserBytes: own + 60 * megabyte, checkIntervalMs: 50 };
    await withEngine({ replacement }, async (engine) => {
      for (let project = 0; project < 20; project++) {
        await engine.printHtml(table(300), { projectId: `prj_${project}` });
      }
      await waitFor(() => engine.health().idlePages < 10, { describe: "idle pages to be closed" });
      expect(engine.health().launches).toBe(1);
    });
  });
});

onLinux("a browser that hangs while it prints nothing is ended and replaced", async () => {
  await withEngine({ heartbeat: { beatMs: 100 } }, async (engine) => {
    await engine.printHtml("<p>Before");
    const { pid } = engine.health();
    kill(pid, "SIGSTOP");
    await waitFor(() => engine.health().ends.stuck === 1, { timeoutMs: 25_000, describe: "it to be ended" });
    expect((await engine.printHtml("<p>After")).pageCount).toBe(1);
    expect(engine.health().pid).not.toBe(pid);
  });
});

/** The memory of a browser that has printed a document. */
async function idleMemory(): Promise<number> {
  let bytes = 0;
  await withEngine({ replacement: { checkIntervalMs: 20 } }, async (engine) => {
    await engine.printHtml("<p>x");
    bytes = (await waitFor(() => engine.health().memoryBytes, { describe: "the memory to be known" })) ?? 0;
  });
  return bytes;
}

describe("pages", () => {
  const large = proofOr({ rows: 16_000, pages: 300 }, { rows: 8_000, pages: 150 });
  onLinux(
    "free the memory of a large document without waiting for another one",
    async () => {
      const limits = { loadTimeoutMs: 60_000, printTimeoutMs: 60_000 };
      await withEngine({ limits, replacement: { checkIntervalMs: 50 } }, async (engine) => {
        expect((await engine.printHtml(table(large.rows))).pageCount).toBeGreaterThanOrEqual(large.pages);
        const isSmall = () => engine.health().memoryBytes > 0 && engine.health().memoryBytes < 400 * megabyte;
        await waitForRenderers(engine, 1);
        await waitFor(isSmall, { timeoutMs: 20_000, describe: "the browser to be small again" });
        expect(engine.health().launches).toBe(1);
      });
    },
    120_000,
  );

  onLinux(
    "are ready for the document after a large one",
    async () => {
      await withEngine({}, async (engine) => {
        await engine.printHtml(table(3_000));
        await waitForRenderers(engine, 1);
        const [ready = 0] = await rendererPids(engine.health().pid);
        const mark = "PRINTED-BY-THE-READY-ONE";
        await engine.printHtml(`<p>${mark}`);
        expect((await findInMemory(ready, mark, mark.length)).size).toBe(1);
      });
    },
    30_000,
  );

  onLinux("are replaced when their renderer has grown, idle or busy", async () => {
    await withEngine({ replacement: { maxPageBytes: megabyte, checkIntervalMs: 20 } }, async (engine) => {
      await engine.printHtml("<p>x");
      await waitFor(() => engine.health().idlePages === 0, { describe: "the page to be closed" });
      expect((await engine.printHtml("<p>x")).pageCount).toBe(1);
      expect(engine.health().launches).toBe(1);
    });
  });

  onLinux("unused for long are closed, and one spare page stays", async () => {
    await withEngine({ replacement: { unusedPageMs: 100, checkIntervalMs: 20 } }, async (engine) => {
      for (let project = 0; project < 5; project++) await engine.printHtml("<p>x", { projectId: `prj_${project}` });
      await waitFor(() => engine.health().idlePages === 0, { describe: "the pages to be closed" });
      await waitForRenderers(engine, 1);
    });
  });

  test("of the projects served last are kept, and others are closed", async () => {
    await withEngine({ replacement: { maxPagesKept: 3 } }, async (engine) => {
      for (let project = 0; project < 6; project++) await engine.printHtml("<p>x", { projectId: `prj_${project}` });
      expect(engine.health().idlePages).toBe(3);
    });
  });
});

describe("a document that does not end", () => {
  onLinux(
    "costs its own page, and the same browser prints other documents meanwhile",
    async () => {
      await withEngine({ limits: { printTimeoutMs: 3_000 } }, async (engine) => {
        await engine.printHtml("<p>warm", { projectId: "prj_b" });
        const { pid } = engine.health();
        await waitForRenderers(engine, 2);
        const working = await watchWork(engine);
        let isEnded = false;
        const endless = engine
          .printHtml(table(150_000), { projectId: "prj_a" })
          .catch((error: unknown) => error)
          .finally(() => (isEnded = true));
        const looping = await working();
        const beside = await printUntil(engine, 1, () => isEnded);
        expect(beside.length).toBeGreaterThan(1);
        expect(await endless).toMatchObject({ code: "render_timeout" });
        await waitFor(() => !existsSync(`/proc/${looping}`), { describe: "its renderer to be gone" });
        expect(engine.health()).toMatchObject({ pid, launches: 1 });
      });
    },
    30_000,
  );

  onLinux(
    "because its renderer hangs costs that renderer",
    async () => {
      await withEngine({ limits: { loadTimeoutMs: 2_000, printTimeoutMs: 2_000 } }, async (engine) => {
        await engine.printHtml("<p>warm");
        const { pid } = engine.health();
        for (const renderer of await rendererPids(pid)) kill(renderer, "SIGSTOP");
        await expect(engine.printHtml("<p>x")).rejects.toMatchObject({ code: "render_timeout" });
        // The spare page may have been stopped as well.
        const next = await waitFor(() => engine.printHtml("<p>x"), { describe: "the next document" });
        expect(next?.pageCount).toBe(1);
        expect(engine.health()).toMatchObject({ pid, launches: 1 });
      });
    },
    30_000,
  );

  onLinux(
    "because its browser hangs costs the browser",
    async () => {
      await withEngine({ limits: { loadTimeoutMs: 500, printTimeoutMs: 500 } }, async (engine) => {
        await engine.printHtml("<p>warm");
        const { pid } = engine.health();
        kill(pid, "SIGSTOP");
        await expect(engine.printHtml("<p>x")).rejects.toMatchObject({ code: "render_timeout" });
        await waitFor(() => engine.health().ends.stuck === 1, {
          timeoutMs: 15_000,
          describe: "the browser to be killed",
        });
        expect((await engine.printHtml("<p>x")).pageCount).toBe(1);
        expect(engine.health().ends.crash).toBe(0);
        expect(engine.health().starts).toMatchObject({ first: 1, stuck: 1, crash: 0 });
      });
    },
    30_000,
  );
});

onLinux(
  "a document whose browser is killed twice is printed by the third",
  async () => {
    await withEngine({}, async (engine) => {
      await engine.printHtml("<p>warm");
      let working = await watchWork(engine);
      const printing = engine.printHtml(table(6_000));
      for (const kills of [1, 2]) {
        await working();
        kill(engine.health().pid);
        await waitFor(() => engine.health().starts.crash === kills, { describe: "another browser" });
        working = await watchWork(engine);
      }
      expect((await printing).pageCount).toBeGreaterThan(50);
      expect(engine.health().ends).toMatchObject({ crash: 2, stuck: 0 });
    });
  },
  30_000,
);

describe("when it is killed again and again during a document", () => {
  const times = proofOr(20, 3);
  /** The log line of each kill. The engine does not log the browsers that it ends itself. */
  const endedByKill = { message: "the browser ended unexpectedly", exitCode: null, signal: "SIGKILL" };
  const html = table(600);

  async function killed(engine: TestEngine, victim: (renderer: number) => number | undefined): Promise<number[]> {
    const nextMs: number[] = [];
    await engine.printHtml("<p>warm");
    while (nextMs.length < times) {
      const working = await watchWork(engine);
      let isPrinted = false;
      const printing = engine.printHtml(html).finally(() => (isPrinted = true));
      const renderer = await working(() => isPrinted);
      if (renderer !== undefined) kill(victim(renderer));
      const { pdf, pageCount } = await printing;
      if (renderer === undefined) continue;
      expect(pageCount).toBeGreaterThan(10);
      expect(pdf.subarray(-6).toString("latin1")).toContain("%%EOF");
      const startedAt = performance.now();
      expect((await engine.printHtml("<p>next")).pageCount).toBe(1);
      nextMs.push(performance.now() - startedAt);
    }
    return nextMs.toSorted((a, b) => a - b);
  }

  /** Compares the median, because the slowest ones show how busy the machine is. */
  function expectQuick(sorted: number[]): void {
    if (isProof) expect(sorted[Math.floor(sorted.length / 2)]).toBeLessThan(2_000);
  }

  onLinux(
    "a browser is replaced, each document is printed, and the next one too",
    async () => {
      const lines: unknown[] = [];
      const record = (message: string, fields?: LogFields) => void lines.push({ message, ...fields });
      await withEngine({ log: { error: record, warn: record, info: record, debug: record } }, async (engine) => {
        const nextMs = await killed(engine, () => engine.health().pid);
        const ends = lines.filter((entry) => isDeepStrictEqual(entry, endedByKill));
        expect(ends.length).toBe(times);
        expectQuick(nextMs);
        expect(engine.health()).toMatchObject({ isAvailable: true, ends: { crash: times, stuck: 0 } });
        expect(engine.health()).toMatchObject({ starts: { first: 1, crash: times }, failedStarts: 0 });
      });
    },
    120_000,
  );

  onLinux(
    "a renderer costs its page alone, each document is printed, and the next one too",
    async () => {
      const ends: unknown[] = [];
      const warn = (message: string, fields?: LogFields) => {
        if (message === endedByKill.message) ends.push(fields);
      };
      const nothing = () => undefined;
      await withEngine({ log: { error: nothing, warn, info: nothing, debug: nothing } }, async (engine) => {
        const nextMs = await killed(engine, (renderer) => renderer);
        expectQuick(nextMs);
        expect(engine.health().ends.stuck).toBe(0);
        // On a busy machine the browser sometimes ends with its renderer.
        if (ends.length > 0) process.stderr.write(`A browser ended with its renderer: ${JSON.stringify(ends)}\n`);
        expect(ends.length).toBeLessThanOrEqual(1);
      });
    },
    120_000,
  );
});

onLinux("ended browsers leave neither processes nor folders", async () => {
  await withEngine({ replacement: { maxBrowserDocuments: 3 } }, async (engine) => {
    const profilesOf = async (pid: number | undefined) => {
      const command = (await descendantsOf(process.pid)).find((each) => each.pid === pid)?.command ?? "";
      const folder = /--user-data-dir=(\S+)\/profile-\d+/.exec(command)?.[1] ?? "";
      return (await readdir(folder)).filter((name) => name.startsWith("profile-")).map((name) => join(folder, name));
    };
    await printUntil(engine, 2, () => engine.health().ends.documents >= 2);
    kill(engine.health().pid);
    await waitFor(() => engine.health().ends.crash === 1, { describe: "its end to be noticed" });
    await engine.printHtml("<p>x");
    await waitFor(async () => (await profilesOf(engine.health().pid)).length === 1, { describe: "one profile" });
    const browsers = async () => {
      const processes = await descendantsOf(process.pid);
      return processes.filter(({ command }) => command.includes("--user-data-dir") && !command.includes("--type="));
    };
    await waitFor(async () => (await browsers()).length === 1, { describe: "one browser" });
  });
});
