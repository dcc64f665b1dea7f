import { join } from "node:path";
import {
  findPrograms,
  postgresAnswers,
  preparePostgres,
  prepareRedis,
  redisAnswers,
  startPart,
  waitFor,
} from "@platen/provisioning";
import type { Environment, RunningProgram } from "@platen/provisioning";

/** The servers of one test run, each started when it is first asked for. */
export type TestServers = {
  postgresUrl(): Promise<string>;
  redisUrl(): Promise<string>;
  stop(): Promise<void>;
};

type Server = { url: string; stop(): Promise<unknown> };
type Kind = { what: string; startPostgres(): Promise<Server>; startRedis(): Promise<Server> };

/**
 * Decides where the servers come from: containers where a Docker engine answers, else private instances of the programs
 * on this machine. Tests cannot tell the difference; `say` is told which it is.
 */
export async function chooseTestServers(
  folder: string,
  environment: Environment,
  say: (line: string) => void,
): Promise<TestServers> {
  const password = "platen";
  const containers = environment["PLATEN_TEST_SERVERS"] === "local" ? undefined : await containerServers(password);
  const kind = containers ?? localServers(folder, environment, password);
  const started: Promise<Server>[] = [];
  const once = (name: string, start: () => Promise<Server>) => {
    let server: Promise<Server> | undefined;
    return async () => {
      if (server === undefined) {
        say(`${name} for the tests: ${kind.what}`);
        server = start();
        started.push(server);
      }
      return (await server).url;
    };
  };
  return {
    postgresUrl: once("PostgreSQL", () => kind.startPostgres()),
    redisUrl: once("Redis", () => kind.startRedis()),
    async stop() {
      await Promise.allSettled(started.map(async (server) => (await server).stop()));
    },
  };
}

function localServers(folder: string, environment: Environment, password: string): Kind {
  const programs = findPrograms(environment, join(folder, "chromium"));
  return {
    what: "a private instance on this machine (no Docker engine answers)",
    async startPostgres() {
      const { postgres } = await programs;
      if (postgres.length === 0) throw new Error(notInstalled("PostgreSQL"));
      const logFile = join(folder, "postgres.log");
      const prepared = await preparePostgres({
        installations: postgres,
        stateFolder: folder,
        logFile,
        password,
        durable: false,
      });
      return asServer(prepared.url, await startPart(prepared.part));
    },
    async startRedis() {
      const { redis } = await programs;
      if (redis === undefined) throw new Error(notInstalled("Redis"));
      const logFile = join(folder, "redis.log");
      const prepared = await prepareRedis({
        installation: redis,
        stateFolder: folder,
        logFile,
        password,
        durable: false,
      });
      return asServer(prepared.url, await startPart(prepared.part));
    },
  };
}

function asServer(url: string, running: RunningProgram): Server {
  return { url, stop: () => running.stop() };
}

function notInstalled(program: string): string {
  return `no Docker engine answers, and ${program} is not installed: "npm test" installs it where it can`;
}

/** Whether a Docker engine answers, wherever testcontainers looks for one. */
export async function isDockerAnswering(): Promise<boolean> {
  // Loaded only when needed: it is large, and most test files never ask.
  const { getContainerRuntimeClient } = await import("testcontainers");
  return getContainerRuntimeClient().then(
    () => true,
    () => false,
  );
}

async function containerServers(password: string): Promise<Kind | undefined> {
  if (!(await isDockerAnswering())) return undefined;
  const { GenericContainer } = await import("testcontainers");
  return {
    what: "a container",
    async startPostgres() {
      const container = await new GenericContainer("postgres:17")
        .withEnvironment({
          POSTGRES_USER: "platen",
          POSTGRES_PASSWORD: password,
          // The same order of names as in a private instance.
          POSTGRES_INITDB_ARGS: "--encoding=UTF8 --locale=C.UTF-8",
        })
        .withCommand(["postgres", "-c", "fsync=off", "-c", "synchronous_commit=off", "-c", "max_connections=300"])
        .withExposedPorts(5432)
        .start();
      const url = `postgres://platen:${password}@${container.getHost()}:${container.getMappedPort(5432)}/postgres`;
      await waitFor(() => postgresAnswers(url), { timeoutMs: 60_000, describe: "PostgreSQL in its container" });
      return { url, stop: () => container.stop() };
    },
    async startRedis() {
      const container = await new GenericContainer("redis:7.4")
        .withCommand(["redis-server", "--requirepass", password, "--save", "", "--databases", "1024"])
        .withExposedPorts(6379)
        .start();
      const url = `redis://:${password}@${container.getHost()}:${container.getMappedPort(6379)}`;
      await waitFor(() => redisAnswers(url), { timeoutMs: 60_000, describe: "Redis in its container" });
      return { url, stop: () => container.stop() };
    },
  };
}
