/* oxlint-disable node/no-process-env -- what a test run shares is handed on in the environment. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { recordOf } from "@platen/provisioning";
import { z } from "zod";
import type { RunningProgram } from "@platen/provisioning";

const keeperUrl = "PLATEN_TEST_KEEPER";
const keeperFolder = "PLATEN_TEST_FOLDER";

/** Starts the process that keeps the servers of a test run, and hands its address on through the environment. */
export async function startKeeper(): Promise<{ stop(): Promise<void> }> {
  const keeper = spawn(process.execPath, [join(import.meta.dirname, "keeper-process.ts")], {
    stdio: ["pipe", "pipe", "inherit"],
    // Out of reach of a Ctrl-C at the terminal: it still has to tidy up after the run.
    detached: true,
    env: { ...process.env, NODE_OPTIONS: "" },
  });
  const [line] = await Promise.race([
    once(createInterface(keeper.stdout), "line", { signal: AbortSignal.timeout(120_000) }),
    once(keeper, "exit").then(([code]) => {
      throw new Error(`the keeper of the test servers ended with code ${String(code)} before it was ready`);
    }),
  ]);
  const { url, folder } = z.object({ url: z.string(), folder: z.string() }).parse(JSON.parse(String(line)));
  process.env[keeperUrl] = url;
  process.env[keeperFolder] = folder;
  keeper.stdout.destroy();
  keeper.unref();
  return {
    async stop() {
      keeper.ref();
      const ended = once(keeper, "exit", { signal: AbortSignal.timeout(60_000) });
      keeper.stdin.end();
      await ended;
    },
  };
}

/** A folder of this test run, removed at its end, that an unprivileged user can enter. */
export function testFolder(): string {
  return fromEnvironment(keeperFolder);
}

/** The URL of the test run's PostgreSQL server, which all test files share. */
export function testPostgres(): Promise<string> {
  return askKeeper("/postgres", z.string());
}

/** The URL of the test run's Redis server, which all test files share. */
export function testRedis(): Promise<string> {
  return askKeeper("/redis", z.string());
}

/** Has the program ended with the test run, in case the test cannot. */
export async function endWithTestRun(running: RunningProgram): Promise<void> {
  const record = recordOf(running, "SIGKILL");
  if (record !== undefined) await askKeeper("/programs", z.null(), record);
}

async function askKeeper<T>(path: string, answer: z.ZodType<T>, body?: unknown): Promise<T> {
  const response = await fetch(`${fromEnvironment(keeperUrl)}${path}`, {
    ...(body === undefined ? {} : { method: "POST", body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(120_000),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(text);
  return answer.parse(JSON.parse(text));
}

function fromEnvironment(name: string): string {
  const value = process.env[name];
  if (value === undefined) {
    throw new Error(`${name} is not set: jest must run with packages/testing/src/global-setup.ts as its globalSetup`);
  }
  return value;
}
