/* oxlint-disable node/no-process-env -- the environment carries what the processes of a test run share. */
import { randomBytes } from "node:crypto";
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describeService, freePort, startManagedProcess } from "@platen/provisioning";
import { z } from "zod";
import { endWithTestRun, testFolder } from "./reaper.ts";
import { rootFolder } from "./root-folder.ts";
import type { Exit, ManagedProcess, RunningProgram, ServiceName, ServiceProcess } from "@platen/provisioning";

/** A running service of Platen. */
export type RunningService = {
  name: string;
  pid: number;
  /** Where it answers, `http://127.0.0.1:<PORT>`; that of a worker or courier is its management address. */
  url: string;
  /** Where `/livez`, `/readyz` and `/metrics` are. */
  managementUrl: string;
  /** The variables it runs with. */
  env: Readonly<Record<string, string>>;
  /** The JSON lines it has logged so far. Other lines are left out. */
  logs(): Record<string, unknown>[];
  /** Everything it has written so far. */
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
  return startService(await describeTestService(service, env, name));
}

/** Starts a service like `runService`, and waits until it has started, ready or not. */
export async function runUnready(
  service: ServiceName,
  env: Record<string, string>,
  name: string = service,
): Promise<RunningService> {
  const described = await describeTestService(service, env, name);
  const isReady = async () => (await fetch(`${described.managementUrl}/startupz`)).ok;
  return startService({ ...described, isReady });
}

async function describeTestService(
  service: ServiceName,
  env: Record<string, string>,
  name: string,
): Promise<ServiceProcess> {
  const port: Record<string, string> =
    service === "worker" || service === "courier" || env["PORT"] ? {} : { PORT: String(await freePort()) };
  return describeService(testServiceOptions(), service, name, { ...port, ...env });
}

/** The options that all services under test share. Each call creates a new log folder. */
export function testServiceOptions(): { rootFolder: string; logFolder: string; environment: Record<string, string> } {
  const logFolder = join(testFolder(), "logs", randomBytes(6).toString("hex"));
  mkdirSync(logFolder, { recursive: true });
  return { rootFolder, logFolder, environment: serviceEnvironment() };
}

/** The environment of services under test: only what a program needs to run, so that tests do not depend on the rest. */
export function serviceEnvironment(): Record<string, string> {
  return {
    NODE_ENV: "production",
    NODE_COMPILE_CACHE: join(rootFolder, "node_modules/.cache/node"),
    PATH: process.env["PATH"] ?? "",
    HOME: process.env["HOME"] ?? "/",
  };
}

/** Starts a program that ends with the test run, and waits until it is ready. */
export async function startProgram(program: ManagedProcess): Promise<RunningProgram> {
  let registered: Promise<void> | undefined;
  const running = await startManagedProcess(program, {
    onStarted: (started) => void (registered = endWithTestRun(started)),
  });
  await registered;
  return running;
}

/** Starts a service and waits until it is ready. */
export async function startService(service: ServiceProcess): Promise<RunningService> {
  const running = await startProgram(service);
  const output = () => readFileSync(service.logFile, "utf8");
  const port = service.env["PORT"];
  return {
    name: service.name,
    pid: running.pid,
    url: port === undefined ? service.managementUrl : `http://127.0.0.1:${port}`,
    managementUrl: service.managementUrl,
    env: service.env,
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
