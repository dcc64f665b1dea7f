import { once } from "node:events";
import { readFileSync } from "node:fs";
import { connect, createServer, type Socket } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { createServiceTokenKeys, postgresAnswers, redisAnswers, withConnection } from "@platen/provisioning";
import {
  freePort,
  runService,
  startOwnPostgres,
  startOwnRedis,
  startPlaten,
  type OwnServer,
  type Platen,
  type RunningService,
} from "@platen/testing";
import { Redis } from "ioredis";
import { startLoadBalancer, type LoadBalancer } from "./faults/load/load-balancer.ts";
import {
  askConcurrently,
  askSteadily,
  countStatuses,
  countSwapped,
  createCaller,
  type Caller,
} from "./faults/load/caller.ts";

// These tests run the statements of docs/operations.md while callers ask. Processes are restarted as a
// Deployment does it: the new one is ready before the old one is told to stop.

const perSecond = 8;
const oldPassword = "platen";
const newPassword = "another";
const oldKeys = createServiceTokenKeys();
const newKeys = createServiceTokenKeys();
/** Longer than the balancer takes to notice that a gateway is not ready any more. */
const gatewayDelayMs = 2_500;

const operations = readFileSync(join(import.meta.dirname, "../docs/operations.md"), "utf8");

let redis: OwnServer;
let postgres: OwnServer;
let catalogs: Address;
let nextCatalog: RunningService | undefined;
let platen: Platen;
let balancer: LoadBalancer;
let caller: Caller;
let load: ReturnType<typeof askSteadily>;

type Address = Awaited<ReturnType<typeof startAddress>>;

/** Stands for one server and then another, as a Service does: connections that are there stay where they are. */
async function startAddress() {
  let target = 0;
  const sockets = new Set<Socket>();
  const pass = (from: Socket, to: Socket) => {
    sockets.add(from);
    from.on("error", () => to.destroy());
    from.on("close", () => sockets.delete(from));
    from.pipe(to);
  };
  const server = createServer((client) => {
    const upstream = connect(target, "127.0.0.1");
    pass(client, upstream);
    pass(upstream, client);
  });
  const port = await freePort();
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${port}`,
    leadTo(url: string): void {
      target = Number(new URL(url).port);
    },
    close(): void {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** The lines of the commands or statements that a list item of docs/operations.md shows, in its order. */
function shownAbout(subject: string): string[] {
  const [, item = ""] = new RegExp(`^- \\*\\*${subject}\\.\\*\\*(.*?)(?=^\\S)`, "ms").exec(operations) ?? [];
  const lines = [...item.matchAll(/```(?:sql|sh)\n(.*?)```/gs)].flatMap(([, block = ""]) => block.split("\n"));
  return lines
    .map((line) => line.trim().replaceAll("NEW", newPassword).replaceAll("OLD", oldPassword))
    .filter((line) => line !== "");
}

function withCredentials(url: string, credentials: { username?: string; password: string }): string {
  return Object.assign(new URL(url), credentials).href;
}

beforeAll(async () => {
  [redis, postgres, catalogs] = await Promise.all([startOwnRedis(), startOwnPostgres(), startAddress()]);
  const port = String(await freePort());
  catalogs.leadTo(`http://127.0.0.1:${port}`);
  const bothKeys = { SERVICE_TOKEN_PUBLIC_KEY: `${oldKeys.publicKey}\n${newKeys.publicKey}` };
  const throughAddress = { CATALOG_URL: catalogs.url };
  platen = await startPlaten({
    redisUrl: redis.url,
    postgresUrl: postgres.url,
    env: {
      catalog: { PORT: port, ...bothKeys },
      gateway: {
        ...throughAddress,
        SERVICE_TOKEN_PRIVATE_KEY: oldKeys.privateKey,
        SHUTDOWN_DELAY_MS: String(gatewayDelayMs),
      },
      worker: { ...throughAddress, ...bothKeys },
    },
  });
  caller = await createCaller(platen, "Rotation");
  balancer = startLoadBalancer(platen.processes.gateways);
  load = askSteadily(perSecond, (number) => balancer.ask(caller, `Document ${number}`));
});

afterAll(async () => {
  await load?.stop();
  balancer?.close();
  await nextCatalog?.stop();
  await platen?.stop();
  catalogs?.close();
  await Promise.all([redis?.stop(), postgres?.stop()]);
});

/** Runs the statements that the document shows about PostgreSQL, and returns the new URL of the database. */
async function rotatePostgres(): Promise<string> {
  const [createRole = "", setRole = "", takeAway = ""] = shownAbout("PostgreSQL's password");
  await withConnection(platen.databaseUrl, async (connection) => {
    await connection.query(createRole);
    await connection.query(setRole);
  });
  const databaseUrl = withCredentials(platen.databaseUrl, { username: "platen_b", password: newPassword });
  const { PORT: _port, MANAGEMENT_PORT: _managementPort, ...env } = platen.processes.catalog.env;
  nextCatalog = await runService("catalog", { ...env, DATABASE_URL: databaseUrl }, "catalog-2");
  catalogs.leadTo(nextCatalog.url);
  await platen.processes.catalog.stop();
  await withConnection(databaseUrl, (connection) => connection.query(takeAway));
  return databaseUrl;
}

async function askRedis(url: string, command: string): Promise<void> {
  const [program, name = "", ...values] = command.replaceAll("'", "").split(" ");
  expect(program).toBe("redis-cli");
  const connection = new Redis(url);
  try {
    await connection.call(name, ...values);
  } finally {
    connection.disconnect();
  }
}

/** Runs the commands that the document shows about Redis, and returns its new URL. */
async function rotateRedis(): Promise<string> {
  const [acceptGateway = "", acceptWorker = "", ...takeAway] = shownAbout("Redis' passwords");
  const { gateways, workers } = platen.processes;
  const [oldGateway, oldWorker] = [gateways[0], workers[0]];
  for (const accept of [acceptGateway, acceptWorker]) await askRedis(redis.url, accept);
  const urlOf = (username: string) => withCredentials(redis.url, { username, password: newPassword });
  const redisUrl = urlOf("gateway");
  // The new gateway has the new password and signs with the new key. The old one still signs with the old key.
  balancer.add(await platen.startGateway({ REDIS_URL: redisUrl, SERVICE_TOKEN_PRIVATE_KEY: newKeys.privateKey }));
  await platen.startWorker({ REDIS_URL: urlOf("worker") });
  await Promise.all([oldGateway?.stop(), oldWorker?.stop()]);
  for (const command of takeAway) await askRedis(redis.url, command);
  return redisUrl;
}

test("the passwords of PostgreSQL and Redis and the signing key are replaced without a failed call", async () => {
  const databaseUrl = await rotatePostgres();
  const redisUrl = await rotateRedis();
  const afterwards = await askConcurrently(10, 2, (number) => balancer.ask(caller, `Afterwards ${number}`));
  const answers = [...(await load.stop()), ...afterwards];

  expect(countStatuses(answers)).toBe(`200: ${answers.length}`);
  expect(await countSwapped(answers)).toBe(0);
  expect(answers.length).toBeGreaterThan(30);

  await expect(postgresAnswers(databaseUrl)).resolves.toBe(true);
  await expect(postgresAnswers(platen.databaseUrl)).rejects.toThrow("password authentication failed");
  await expect(redisAnswers(redisUrl)).resolves.toBe(true);
  await expect(
    redisAnswers(withCredentials(redis.url, { username: "gateway", password: oldPassword })),
  ).rejects.toThrow("WRONGPASS");

  await withConnection(databaseUrl, async (connection) => {
    await connection.query("CREATE TABLE made_by_the_second_role (nothing integer)");
    const { rows } = await connection.query("SELECT DISTINCT tableowner FROM pg_tables WHERE schemaname = 'public'");
    expect(rows).toEqual([{ tableowner: "platen" }]);
    // The turn of the first one comes again.
    await connection.query(`ALTER ROLE platen PASSWORD '${oldPassword}'`);
  });
  await expect(postgresAnswers(platen.databaseUrl)).resolves.toBe(true);
});
