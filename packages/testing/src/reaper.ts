/* oxlint-disable node/no-process-env -- the environment carries what the processes of a test run share. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { recordOf, startPostgres, startRedis } from "@platen/provisioning";
import { z } from "zod";
import type { OwnServer, OwnServerOptions, RunningProgram } from "@platen/provisioning";

const reaperUrl = "PLATEN_TEST_REAPER";
const testRunFolder = "PLATEN_TEST_FOLDER";

/**
 * Starts the reaper: the process that starts the servers of a test run and ends all its processes when the run ends.
 * The environment carries its address to the tests.
 */
export async function startReaper(): Promise<{ stop(): Promise<void> }> {
  const reaper = spawn(process.execPath, [join(import.meta.dirname, "reaper-process.ts")], {
    stdio: ["pipe", "pipe", "inherit"],
    // A Ctrl-C at the terminal must not reach the reaper: it has to clean up after the run.
    detached: true,
    env: { ...process.env, NODE_OPTIONS: "" },
  });
  const [line] = await Promise.race([
    once(createInterface(reaper.stdout), "line", { signal: AbortSignal.timeout(120_000) }),
    once(reaper, "exit").then(([code]) => {
      throw new Error(`the reaper of the test run ended with code ${String(code)} before it was ready`);
    }),
  ]);
  const { url, folder } = z.object({ url: z.string(), folder: z.string() }).parse(JSON.parse(String(line)));
  process.env[reaperUrl] = url;
  process.env[testRunFolder] = folder;
  reaper.stdout.destroy();
  reaper.unref();
  return {
    async stop() {
      reaper.ref();
      const ended = once(reaper, "exit", { signal: AbortSignal.timeout(60_000) });
      reaper.stdin.end();
      await ended;
    },
  };
}

/** The folder of this test run. An unprivileged user can enter it; the reaper removes it at the end. */
export function testFolder(): string {
  return fromEnvironment(testRunFolder);
}

/** The URL of the test run's PostgreSQL server, which all test files share. */
export function testPostgres(): Promise<string> {
  return askReaper("/postgres", z.string());
}

/** The URL of the test run's Redis server, which all test files share. */
export function testRedis(): Promise<string> {
  return askReaper("/redis", z.string());
}

/** Starts a Redis server for one test, with an append-only log as in production. */
export function startOwnRedis(settings?: readonly string[]): Promise<OwnServer> {
  return startRedis({ ...ofTestRun(), settings });
}

/** Starts a PostgreSQL server for one test. Its commits survive a crash. */
export function startOwnPostgres(
  options: Pick<Parameters<typeof startPostgres>[0], "settings" | "standbyOf"> = {},
): Promise<OwnServer> {
  return startPostgres({ ...ofTestRun(), ...options });
}

/** A server that ends with the test run, as its data does, even if the test cannot stop it. */
function ofTestRun(): Pick<OwnServerOptions, "environment" | "durable" | "parentFolder" | "onStarted"> {
  return { environment: process.env, durable: true, parentFolder: testFolder(), onStarted: endWithTestRun };
}

/** Tells the reaper to end the program with the test run, in case the test cannot. */
export async function endWithTestRun(running: RunningProgram): Promise<void> {
  const record = recordOf(running, "SIGKILL");
  if (record !== undefined) await askReaper("/programs", z.null(), record);
}

async function askReaper<T>(path: string, answer: z.ZodType<T>, body?: unknown): Promise<T> {
  const response = await fetch(`${fromEnvironment(reaperUrl)}${path}`, {
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
    throw new Error(`${name} is not set. Run jest with packages/testing/src/global-setup.ts as its globalSetup.`);
  }
  return value;
}
