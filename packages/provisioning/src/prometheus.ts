import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { findOnPath } from "./find-program.ts";
import { freePort } from "./free-port.ts";
import type { Environment } from "./find-program.ts";
import type { ManagedProcess } from "./managed-process.ts";

/** The Prometheus programs of this machine: the server, and the tool that checks its rules. */
export type PrometheusInstallation = { server: string; promtool: string };

export async function findPrometheus(environment: Environment): Promise<PrometheusInstallation | undefined> {
  const [server, promtool] = await Promise.all([
    findOnPath(["prometheus"], environment),
    findOnPath(["promtool"], environment),
  ]);
  return server === undefined || promtool === undefined ? undefined : { server, promtool };
}

export type PrometheusOptions = {
  installation: PrometheusInstallation;
  /** Data and configuration are in the folder `prometheus` in here. */
  stateFolder: string;
  logFile: string;
  /** Its configuration, written as JSON, which is valid YAML. */
  configuration: Record<string, unknown>;
};

/** Prepares a Prometheus server on a free loopback port. */
export async function preparePrometheus(options: PrometheusOptions): Promise<{ server: ManagedProcess; url: string }> {
  const folder = join(options.stateFolder, "prometheus");
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  await mkdir(folder, { recursive: true });
  const configuration = join(folder, "prometheus.json");
  await writeFile(configuration, JSON.stringify(options.configuration));
  const server: ManagedProcess = {
    name: "prometheus",
    command: options.installation.server,
    args: [
      `--config.file=${configuration}`,
      `--storage.tsdb.path=${join(folder, "data")}`,
      `--web.listen-address=127.0.0.1:${port}`,
    ],
    env: { PATH: "/usr/bin:/bin" },
    cwd: folder,
    logFile: options.logFile,
    stopSignal: "SIGTERM",
    stopTimeoutMs: 10_000,
    async isReady() {
      const response = await fetch(`${url}/-/ready`, { signal: AbortSignal.timeout(2_000) });
      return response.ok;
    },
  };
  return { server, url };
}
