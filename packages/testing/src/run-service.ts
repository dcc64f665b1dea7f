/* oxlint-disable node/no-process-env -- what a test run shares is handed on in the environment. */
import { randomBytes } from "node:crypto";
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describeService, freePort, startPart } from "@platen/provisioning";
import { z } from "zod";
import { endWithTestRun, testFolder } from "./keeper.ts";
import { rootFolder } from "./root-folder.ts";
import type { Exit, ServiceName, ServicePart } from "@platen/provisioning";

/** A service of Platen in a process of its own. */
export type RunningService = {
  name: string;
  pid: number;
  /** Where it answers, `http://127.0.0.1:<PORT>`; a worker's is its management address. */
  url: string;
  /** Where `/livez`, `/readyz` and `/metrics` are. */
  managementUrl: string;
  /** The variables it runs with. */
  env: Readonly<Record<string, string>>;
  /** What it logged so far, a JSON object per line; lines that are none are left out. */
  logs(): Record<string, unknown>[];
  /** All that it wrote so far. */
  output(): string;
  /** Asks it to end and waits until it has. */
  stop(): Promise<Exit>;
  /** Sends a signal and does not wait. */
  kill(signal: NodeJS.Signals): void;
  exited: Promise<Exit>;
};

/** Starts `services/<service>/src/main.ts` and waits until it is ready. Ports that `env` does not give are chosen. */
export async function runService(
  service: ServiceName,
  env: Record<string, string>,
  name: string = service,
): Promise<RunningService> {
  const port: Record<string, string> = service === "worker" || env["PORT"] ? {} : { PORT: String(await freePort()) };
  const part = await describeService(testServiceOptions(), service, name, { ...port, ...env });
  return startService(part);
}

/** The surroundings of the services under test; log files get a folder of their own each time. */
export function testServiceOptions(): { rootFolder: string; logFolder: string; environment: Record<string, string> } {
  const logFolder = join(testFolder(), "logs", randomBytes(6).toString("hex"));
  mkdirSync(logFolder, { recursive: true });
  return { rootFolder, logFolder, environment: serviceEnvironment() };
}

/** What services under test get of the environment: no more than a program needs to run, so that tests do not depend on it. */
export function serviceEnvironment(): Record<string, string> {
  return {
    NODE_ENV: "production",
    NODE_COMPILE_CACHE: join(rootFolder, "node_modules/.cache/node"),
    PATH: process.env["PATH"] ?? "",
    HOME: process.env["HOME"] ?? "/",
  };
}

/** Starts a service that is described, and waits until it is ready. */
export async function startService(part: ServicePart): Promise<RunningService> {
  let registered: Promise<void> | undefined;
  const running = await startPart(part, { onStarted: (started) => void (registered = endWithTestRun(started)) });
  await registered;
  const output = () => readFileSync(part.logFile, "utf8");
  const port = part.env["PORT"];
  return {
    name: part.name,
    pid: running.pid,
    url: port === undefined ? part.managementUrl : `http://127.0.0.1:${port}`,
    managementUrl: part.managementUrl,
    env: part.env,
    logs: () => output().split("\n").flatMap(parseLogLine),
    output,
    stop: () => running.stop(),
    kill: (signal) => running.kill(signal),
    exited: running.exited,
  };
}

const logLine = z.record(z.string(), z.unknown());

function parseLogLine(line: string): Record<string, unknown>[] {
  try {
    return [logLine.parse(JSON.parse(line))];
  } catch {
    return [];
  }
}
