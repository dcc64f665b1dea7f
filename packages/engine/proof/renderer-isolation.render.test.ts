import { describe, expect, test } from "@jest/globals";
import { onLinux, proofOr, testChromiumPath } from "@platen/testing";
import puppeteer from "puppeteer";
import { shuffled } from "./fidelity/shuffled.ts";
import { startTestEngine, type TestEngine } from "./test-engine.ts";
import { findInMemory, rendererPids } from "./test-processes.ts";

const markOf = (project: number) => `MARKED-${String(project).padStart(3, "0")};`;
const isMark = /^MARKED-\d{3};$/;

/** Prints a document that leaves its project's number in the memory of its renderer. */
function print(engine: TestEngine, project: number) {
  const marked = markOf(project);
  return engine.printHtml(`<title>${marked}</title><p class="${marked}">${`${marked} `.repeat(40)}`, {
    projectId: `prj_${project}`,
  });
}

/** The projects whose documents are in the memory of each renderer. */
async function projectsByRenderer(engine: TestEngine): Promise<Map<number, Set<string>>> {
  const projects = new Map<number, Set<string>>();
  for (const pid of await rendererPids(engine.health().pid)) {
    const found = await findInMemory(pid, "MARKED-", markOf(0).length);
    projects.set(pid, new Set([...found].filter((text) => isMark.test(text))));
  }
  return projects;
}

function expectOneProjectEach(renderers: Map<number, Set<string>>): void {
  for (const [pid, projects] of renderers) {
    if (projects.size > 1) throw new Error(`renderer ${pid} has served the projects ${[...projects].join(" and ")}`);
  }
}

onLinux(describe)("no renderer process holds documents of two projects", () => {
  test("when six projects print in turn, each keeps its process", async () => {
    const engine = await startTestEngine();
    try {
      const seen = new Map<string, Set<number>>();
      for (let round = 0; round < proofOr(3, 2); round++) {
        for (let repeat = 0; repeat < proofOr(5, 1); repeat++) {
          await Promise.all(Array.from({ length: 6 }, (_, project) => print(engine, project)));
        }
        const renderers = await projectsByRenderer(engine);
        expectOneProjectEach(renderers);
        for (const [pid, [project]] of renderers) {
          if (project !== undefined) seen.set(project, (seen.get(project) ?? new Set()).add(pid));
        }
      }
      expect(seen.size).toBe(6);
      const all = [...seen.values()].flatMap((pids) => [...pids]);
      expect(new Set(all).size).toBe(all.length);
      // Two documents of a project at once take two pages.
      expect(all.length).toBeLessThanOrEqual(12);
    } finally {
      await engine.close();
    }
  });

  test("when thirty projects share few pages at random", async () => {
    const engine = await startTestEngine({ replacement: { maxPagesKept: 6 } });
    try {
      let printed = 0;
      let withDocuments = 0;
      const documents = proofOr(120, 12);
      const projects = shuffled(
        Array.from({ length: documents }, (_, document) => document % 30),
        7,
      );
      while (projects.length > 0) {
        const next = projects.splice(0, 12);
        await Promise.all(next.map((project) => print(engine, project)));
        printed += next.length;
        const renderers = await projectsByRenderer(engine);
        expectOneProjectEach(renderers);
        withDocuments += [...renderers.values()].filter(({ size }) => size === 1).length;
        // On a busy machine documents are slow, and three times as many are printed at once.
        expect(engine.health().idlePages).toBeLessThanOrEqual(6);
      }
      expect(printed).toBe(documents);
      // Without documents in memory, the checks above would prove nothing.
      expect(withDocuments).toBeGreaterThanOrEqual(documents / 6);
    } finally {
      await engine.close();
    }
  });

  test("Chromium gives each context a process, even beyond its limit of processes", async () => {
    const browser = await puppeteer.launch({
      executablePath: await testChromiumPath(),
      headless: "shell",
      pipe: true,
      args: ["--renderer-process-limit=1", "--no-sandbox"],
    });
    try {
      const count = async () => (await rendererPids(browser.process()?.pid)).length;
      const context = await browser.createBrowserContext();
      await context.newPage();
      const first = await count();
      for (let page = 0; page < 3; page++) await context.newPage();
      // The limit holds: pages of one context share a process.
      expect(await count()).toBe(first);
      for (let page = 0; page < 10; page++) await (await browser.createBrowserContext()).newPage();
      expect(await count()).toBe(first + 10);
    } finally {
      await browser.close();
    }
  });
});
