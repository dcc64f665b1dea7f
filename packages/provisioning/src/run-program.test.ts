import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { processIdentity, recordOf, runProgram, stopRecorded, waitFor } from "./index.ts";
import type { Program } from "./index.ts";

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "platen-programs-"));
});

afterAll(() => rm(folder, { recursive: true }));

function shell(name: string, script: string): Program {
  return {
    name,
    command: "/bin/sh",
    args: ["-c", script],
    env: { PATH: "/usr/bin:/bin" },
    cwd: "/",
    logFile: join(folder, `${name}.log`),
    stopSignal: "SIGTERM",
    stopTimeoutMs: 300,
  };
}

async function firstLine(program: Program): Promise<string> {
  return waitFor(() => /^(.+)\n/.exec(readFileSync(program.logFile, "utf8"))?.[1], { describe: "a line in the log" });
}

test("stopping a program also ends its children", async () => {
  const program = shell("parent", "sleep 60 & echo $!; wait");
  const running = runProgram(program);
  const child = Number(await firstLine(program));
  expect(processIdentity(child)).toBeDefined();
  expect(await running.stop()).toEqual({ code: null, signal: "SIGTERM" });
  await waitFor(() => processIdentity(child) === undefined, { describe: "the child to end" });
});

test("a program that ignores the stop signal is killed", async () => {
  const program = shell("stubborn", "trap '' TERM; echo ready; while :; do sleep 0.1; done");
  const running = runProgram(program);
  await firstLine(program);
  expect(await running.stop()).toEqual({ code: null, signal: "SIGKILL" });
});

test("stopRecorded ends the recorded program", async () => {
  const running = runProgram(shell("recorded", "sleep 60"));
  const record = recordOf(running, "SIGTERM");
  if (record === undefined) throw new Error("the program has ended by itself");
  expect(await stopRecorded(record)).toBe(true);
  expect(await running.exited).toEqual({ code: null, signal: "SIGTERM" });
  expect(await stopRecorded(record)).toBe(false);
});

test("stopRecorded leaves another process with the same id alone", async () => {
  const running = runProgram(shell("innocent", "sleep 60"));
  const record = {
    name: "innocent",
    pid: running.pid,
    identity: "started some other time",
    stopSignal: "SIGTERM",
  } as const;
  expect(await stopRecorded(record)).toBe(false);
  expect(running.exit()).toBeUndefined();
  await running.stop();
});
