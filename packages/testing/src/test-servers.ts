import pTimeout from "p-timeout";
import { postgresAnswers, redisAnswers, startPostgres, startRedis, waitFor } from "@platen/provisioning";
import type { Environment } from "@platen/provisioning";

/** The servers of one test run. Each starts when a test first asks for it. */
export type TestServers = { postgresUrl(): Promise<string>; redisUrl(): Promise<string>; stop(): Promise<void> };

type Server = { url: string; stop(): Promise<unknown> };
type Source = { description: string; startPostgres(): Promise<Server>; startRedis(): Promise<Server> };

/**
 * Chooses containers where a Docker engine answers, else the programs of this machine. Tests cannot tell the
 * difference; `say` reports the choice.
 */
export async function chooseTestServers(environment: Environment, say: (line: string) => void): Promise<TestServers> {
  const containers = environment["PLATEN_TEST_SERVERS"] === "local" ? undefined : await containerServers();
  const source = containers ?? localServers(environment);
  const started: Promise<Server>[] = [];
  const once = (name: string, start: () => Promise<Server>) => {
    let server: Promise<Server> | undefined;
    return async () => {
      if (server === undefined) {
        say(`${name} for the tests: ${source.description}`);
        server = start();
        started.push(server);
      }
      return (await server).url;
    };
  };
  return {
    postgresUrl: once("PostgreSQL", () => source.startPostgres()),
    redisUrl: once("Redis", () => source.startRedis()),
    async stop() {
      await Promise.allSettled(started.map(async (server) => (await server).stop()));
    },
  };
}

function localServers(environment: Environment): Source {
  const options = { environment, durable: false };
  return {
    description: "a server on this machine (no Docker engine answers)",
    startPostgres: () => startPostgres(options),
    startRedis: () => startRedis(options),
  };
}

/** A stopped engine accepts connections and never answers. */
const engineTimeoutMs = 10_000;

/** Whether a Docker engine answers, wherever testcontainers looks for one. */
export async function isDockerAnswering(): Promise<boolean> {
  // testcontainers is large and most test files never need it, so it loads only here.
  const { getContainerRuntimeClient } = await import("testcontainers");
  return pTimeout(getContainerRuntimeClient(), { milliseconds: engineTimeoutMs }).then(
    () => true,
    () => false,
  );
}

async function containerServers(): Promise<Source | undefined> {
  if (!(await isDockerAnswering())) return undefined;
  const { GenericContainer } = await import("testcontainers");
  const password = "platen";
  return {
    description: "a container",
    async startPostgres() {
      const container = await new GenericContainer("postgres:17")
        .withEnvironment({
          POSTGRES_USER: "platen",
          POSTGRES_PASSWORD: password,
          // The same sort order of names as in a local server.
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
