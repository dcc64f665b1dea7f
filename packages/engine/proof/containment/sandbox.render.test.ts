/* oxlint-disable node/no-process-env -- the environment is what must not be handed on. */
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { testChromiumPath } from "@platen/testing";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { startTestEngine, type TestEngine } from "../test-engine.ts";
import { namespaceKinds, processFacts, processTree, type ProcessFacts } from "./process-tree.ts";

const secret = "PLATEN_TEST_SECRET";
const secretValue = "nobody may know this";
const givenNames = new Set([
  "FONTCONFIG_FILE",
  "HOME",
  "LANG",
  "PATH",
  "TMPDIR",
  "TZ",
  "XDG_CACHE_HOME",
  "XDG_CONFIG_HOME",
]);

let browser: TestEngine;
let processes: ProcessFacts[];
let renderers: ProcessFacts[];
let worker: ProcessFacts | undefined;

beforeAll(async () => {
  process.env[secret] = secretValue;
  browser = await startTestEngine();
  // Renderers of both page modes and of several projects.
  for (const projectId of ["prj_a", "prj_b", "prj_c"]) {
    await browser.printHtml("<p>x", { projectId });
    await browser.printHtml("<p>x", { projectId, settings: { javascript: true } });
  }
  processes = await processTree(browser.health().pid ?? 0);
  renderers = processes.filter(({ type }) => type === "renderer");
  worker = processFacts(process.pid);
});

afterAll(async () => {
  delete process.env[secret];
  await browser.close();
});

(process.platform === "linux" ? describe : describe.skip)("the browser's processes", () => {
  test("there are renderers to look at, and every process could be looked at", () => {
    expect(renderers.length).toBeGreaterThanOrEqual(3);
    expect(processes.length).toBeGreaterThan(renderers.length);
    expect(worker).toMatchObject({ pid: process.pid, type: undefined });
  });

  test("every renderer runs under a seccomp filter, without privileges and without capabilities", () => {
    for (const renderer of renderers) {
      expect(renderer).toMatchObject({ seccomp: 2, noNewPrivs: true, capabilities: 0n });
    }
  });

  test("every renderer has user, process and network namespaces of its own", () => {
    for (const renderer of renderers) {
      for (const kind of namespaceKinds) {
        expect(renderer.namespaces[kind]).not.toBe(worker?.namespaces[kind]);
        expect(renderer.namespaces[kind]).not.toBe(processes[0]?.namespaces[kind]);
      }
    }
  });

  test("no process of the browser is in the worker's network namespace, or holds a socket of any network", () => {
    for (const own of processes) {
      expect(own.namespaces.net).not.toBe(worker?.namespaces.net);
      expect(own.openSockets).toBe(0);
    }
  });

  test("no process of the browser runs as root, or could become it", () => {
    for (const own of processes) {
      expect(own.uids).not.toContain(0);
      expect(own.noNewPrivs).toBe(true);
    }
  });

  test("no command line turns a guard off", () => {
    for (const { commandLine } of processes) {
      expect(commandLine).not.toMatch(
        /--(no-sandbox|disable-(setuid-sandbox|namespace-sandbox|seccomp-filter-sandbox|web-security|site-isolation-trials)|allow-file-access-from-files|single-process|no-zygote)(?=[=\s]|$)/,
      );
    }
  });

  test("no process of the browser has any of the worker's environment", () => {
    const names = worker?.environment.map((line) => line.split("=")[0] ?? "") ?? [];
    const foreign = [...names, secret].filter((name) => !givenNames.has(name));
    expect(foreign.length).toBeGreaterThan(1);
    for (const { environment } of processes) {
      // What a process calls itself may have been written over it.
      for (const name of foreign)
        expect(environment).not.toContainEqual(expect.stringMatching(new RegExp(`^${name}=`)));
      expect(environment.join("\n")).not.toContain(secretValue);
    }
    const [browserItself] = processes;
    expect(new Set(browserItself?.environment.map((line) => line.split("=")[0]))).toEqual(givenNames);
  });
});

(process.platform === "linux" ? describe : describe.skip)("a browser that comes up without its sandbox", () => {
  let folder: string;
  let withoutSandbox: string;

  beforeAll(async () => {
    const chromiumPath = await testChromiumPath();
    // The browser's user passes through it.
    folder = await mkdtemp(join(tmpdir(), "platen-unsafe-"));
    await chmod(folder, 0o755);
    withoutSandbox = join(folder, "browser");
    // Its folder is entered first, lest the worker find the program that the script stands for.
    await writeFile(
      withoutSandbox,
      `#!/bin/sh\ncd ${dirname(chromiumPath)}\nexec ./${basename(chromiumPath)} --no-sandbox "$@"\n`,
    );
    await chmod(withoutSandbox, 0o755);
  });

  afterAll(() => rm(folder, { recursive: true, force: true }));

  test("is not taken", async () => {
    await expect(startTestEngine({ executablePath: withoutSandbox })).rejects.toThrow(/RENDER_ALLOW_NO_SANDBOX/);
  }, 60_000);

  test("is taken where the operator says so, and tells that it has none", async () => {
    const unsafe = await startTestEngine({ executablePath: withoutSandbox, allowNoSandbox: true });
    expect(unsafe.health().isSandboxed).toBe(false);
    await unsafe.close();
  }, 60_000);
});
