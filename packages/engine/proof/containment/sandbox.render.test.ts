/* oxlint-disable node/no-process-env -- the browser must not inherit this environment. */
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { onLinux, testChromiumPath } from "@platen/testing";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { startTestEngine, type TestEngine } from "../test-engine.ts";
import { namespaceKinds, processFacts, processTree, type ProcessFacts } from "./process-tree.ts";

const secret = "PLATEN_TEST_SECRET";
const secretValue = "a secret of the worker";
const givenNames = new Set("FONTCONFIG_FILE HOME LANG PATH TMPDIR TZ XDG_CACHE_HOME XDG_CONFIG_HOME".split(" "));

let engine: TestEngine;
let processes: ProcessFacts[];
let renderers: ProcessFacts[];
let worker: ProcessFacts | undefined;

beforeAll(async () => {
  process.env[secret] = secretValue;
  engine = await startTestEngine();
  // Renderers of both page modes and of several projects.
  for (const projectId of ["prj_a", "prj_b", "prj_c"]) {
    await engine.printHtml("<p>x", { projectId });
    await engine.printHtml("<p>x", { projectId, settings: { javascript: true } });
  }
  processes = await processTree(engine.health().pid ?? 0);
  renderers = processes.filter(({ type }) => type === "renderer");
  worker = processFacts(process.pid);
});

afterAll(async () => {
  delete process.env[secret];
  await engine.close();
});

onLinux(describe)("the browser's processes", () => {
  test("include renderers, and can all be inspected", () => {
    expect(renderers.length).toBeGreaterThanOrEqual(3);
    expect(processes.length).toBeGreaterThan(renderers.length);
    expect(worker).toMatchObject({ pid: process.pid, type: undefined });
  });

  test("are renderers with a seccomp filter and own namespaces, without privileges and capabilities", () => {
    for (const renderer of renderers) {
      expect(renderer).toMatchObject({ seccomp: 2, noNewPrivs: true, capabilities: 0n });
      for (const kind of namespaceKinds) {
        expect(renderer.namespaces[kind]).not.toBe(worker?.namespaces[kind]);
        expect(renderer.namespaces[kind]).not.toBe(processes[0]?.namespaces[kind]);
      }
    }
  });

  test("are outside the worker's network namespace and have no network socket", () => {
    for (const own of processes) {
      expect(own.namespaces.net).not.toBe(worker?.namespaces.net);
      expect(own.openSockets).toBe(0);
    }
  });

  test("do not run as root and cannot become root", () => {
    for (const own of processes) {
      expect(own.uids).not.toContain(0);
      expect(own.noNewPrivs).toBe(true);
    }
  });

  test("have no flag that disables a guard", () => {
    for (const { commandLine } of processes) {
      expect(commandLine).not.toMatch(
        /--(no-sandbox|disable-(setuid-sandbox|namespace-sandbox|seccomp-filter-sandbox|web-security|site-isolation-trials)|allow-file-access-from-files|single-process|no-zygote)(?=[=\s]|$)/,
      );
    }
  });

  test("have nothing of the worker's environment", () => {
    const names = worker?.environment.map((line) => line.split("=")[0] ?? "") ?? [];
    const foreign = [...names, secret].filter((name) => !givenNames.has(name));
    expect(foreign.length).toBeGreaterThan(1);
    for (const { environment } of processes) {
      // A process may overwrite its environment with its title.
      for (const name of foreign)
        expect(environment).not.toContainEqual(expect.stringMatching(new RegExp(`^${name}=`)));
      expect(environment.join("\n")).not.toContain(secretValue);
    }
    const [browserItself] = processes;
    expect(new Set(browserItself?.environment.map((line) => line.split("=")[0]))).toEqual(givenNames);
  });
});

onLinux(describe)("a browser that starts without its sandbox", () => {
  let folder: string;
  let withoutSandbox: string;

  beforeAll(async () => {
    const chromiumPath = await testChromiumPath();
    // The browser's user must be allowed to enter it.
    folder = await mkdtemp(join(tmpdir(), "platen-unsafe-"));
    await chmod(folder, 0o755);
    withoutSandbox = join(folder, "browser");
    // The script changes into the folder first, so that the engine does not find the program behind the script.
    await writeFile(
      withoutSandbox,
      `#!/bin/sh\ncd ${dirname(chromiumPath)}\nexec ./${basename(chromiumPath)} --no-sandbox "$@"\n`,
    );
    await chmod(withoutSandbox, 0o755);
  });

  afterAll(() => rm(folder, { recursive: true, force: true }));

  test("is refused, or accepted if the operator allows it, and reports that it has no sandbox", async () => {
    const refused = expect(startTestEngine({ executablePath: withoutSandbox })).rejects.toThrow(
      /RENDER_ALLOW_NO_SANDBOX/,
    );
    const unsafe = await startTestEngine({ executablePath: withoutSandbox, allowNoSandbox: true });
    expect(unsafe.health().isSandboxed).toBe(false);
    await unsafe.close();
    await refused;
  });
});
