import { existsSync, readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { isAlive, waitFor } from "@platen/provisioning";
import { createSupervisor } from "./supervisor.ts";
import type { ManagedProcess, ProgramRecord } from "@platen/provisioning";
import type { Supervisor } from "./supervisor.ts";

let folder: string;
let said: string[];
let records: ProgramRecord[];
let everRun: ProgramRecord[];
let supervisor: Supervisor;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "platen-supervisor-"));
  said = [];
  records = [];
  everRun = [];
  supervisor = createSupervisor({
    say: (line) => said.push(line),
    onChange: (changed) => {
      records = changed;
      everRun.push(...changed);
    },
    firstDelayMs: 20,
    maxDelayMs: 80,
  });
});

afterEach(async () => {
  await supervisor.stopAll();
  await rm(folder, { recursive: true });
});

/** A process that is ready once its script has created the file `<name>.ready`. */
function shellProcess(name: string, script: string): ManagedProcess {
  const ready = join(folder, `${name}.ready`);
  return {
    name,
    command: "/bin/sh",
    args: ["-c", script.replaceAll("READY", `touch ${ready}`)],
    env: { PATH: "/usr/bin:/bin" },
    cwd: folder,
    logFile: join(folder, "log"),
    stopSignal: "SIGTERM",
    stopTimeoutMs: 1_000,
    isReady: () => Promise.resolve(existsSync(ready)),
  };
}

test("a process that keeps dying starts again after growing delays", async () => {
  await supervisor.start(shellProcess("broken", "READY; sleep 0.05; exit 7"));
  const delays = () => said.flatMap((line) => /with code 7; .* in (\S+) s/.exec(line)?.[1] ?? []);
  await waitFor(() => delays().length >= 4, { describe: "four failures" });
  expect(delays().slice(0, 4)).toEqual(["0.02", "0.04", "0.08", "0.08"]);
});

test("stopping ends all processes in reverse order, and none comes back", async () => {
  const trace = join(folder, "trace");
  await writeFile(trace, "");
  const traced = (name: string) =>
    shellProcess(name, `trap 'echo ${name} >> ${trace}; exit' TERM; READY; while :; do sleep 0.05; done`);
  await supervisor.start(traced("first"));
  await supervisor.start(traced("second"));
  await supervisor.stopAll();
  expect(readFileSync(trace, "utf8")).toBe("second\nfirst\n");
  expect(everRun.filter(({ pid, identity }) => isAlive(pid, identity))).toEqual([]);
  expect(records).toEqual([]);
  expect(said).toEqual([]);
});

test("a process that waits for its restart stays ended once everything stops", async () => {
  await supervisor.start(shellProcess("fragile", "READY; sleep 60"));
  process.kill(records.map(({ pid }) => pid)[0] ?? 0, "SIGKILL");
  await waitFor(() => said.length === 1, { describe: "the line about its end", intervalMs: 1 });
  await supervisor.stopAll();
  expect(everRun.filter(({ pid, identity }) => isAlive(pid, identity))).toEqual([]);
});
