import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { Client } from "pg";
import type { DataSource } from "typeorm";
import { startOwnPostgres, type OwnServer } from "@platen/testing";
import { openDataSource } from "../data-source.ts";
import { databaseFailureOf } from "./database-error.ts";

let server: OwnServer;
let dataSource: DataSource;
beforeAll(async () => {
  server = await startOwnPostgres();
  dataSource = await openDataSource({ url: server.url, poolSize: 3, connectTimeoutMs: 10_000 });
});
afterAll(async () => {
  await dataSource.destroy();
  await server.stop();
});

/** The decision about the error with which the work ends. */
async function causeOf(work: Promise<unknown>): Promise<string> {
  try {
    await work;
    return "no error";
  } catch (error) {
    return databaseFailureOf(error)?.cause ?? "mistake";
  }
}

// All states of the classes 08, 25, 53, 55, 57 and 58 in the manual's list of error codes, and some of others.
test.each([
  ["unreachable", "08000 08001 08003 08004 08006 08007 08P01 0A000 57000 57P01 57P02 57P03 57P04 57P05"],
  ["too_slow", "25P03 25P04 57014"],
  ["read_only", "25006"],
  ["conflict", "40001 40P01 55P03"],
  ["disk_full", "53100"],
  ["no_resources", "53000 53200 53400"],
  ["too_many_connections", "53300"],
  ["storage", "58000 58030 58P01 58P02 58P03"],
  ["mistake", "25000 25001 25002 25003 25004 25005 25007 25008 25P01 25P02 55000 55006 55P02 55P04 42601 23505"],
])("the server's errors that count as %s: %s", async (cause, codes) => {
  for (const code of codes.split(" ")) {
    const raise = `DO $$ BEGIN RAISE EXCEPTION USING ERRCODE = '${code}'; END $$`;
    expect([code, await causeOf(dataSource.query(raise))]).toEqual([code, cause]);
  }
});

/** Runs statements on a connection of its own. */
async function runAlone(url: string, ...statements: string[]): Promise<void> {
  const client = new Client(url);
  client.on("error", () => undefined);
  try {
    await client.connect();
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

const asRole = (url: string, role: string) => Object.assign(new URL(url), { username: role }).href;

test("what a server does counts as what it is", async () => {
  const { url } = server;
  await dataSource.query(
    "CREATE TABLE things (id integer); CREATE ROLE no_more LOGIN PASSWORD 'platen' CONNECTION LIMIT 0",
  );
  expect(await causeOf(runAlone(url, "SET default_transaction_read_only = on", "INSERT INTO things VALUES (1)"))).toBe(
    "read_only",
  );
  await dataSource.transaction(async (manager) => {
    await manager.query("LOCK TABLE things");
    expect(await causeOf(runAlone(url, "SET lock_timeout = 10", "SELECT FROM things"))).toBe("conflict");
  });
  expect(await causeOf(runAlone(url, "SET statement_timeout = 10", "SELECT pg_sleep(60)"))).toBe("too_slow");
  expect(await causeOf(runAlone(url, "SELECT pg_terminate_backend(pg_backend_pid())"))).toBe("unreachable");
  expect(await causeOf(runAlone(asRole(url, "no_more")))).toBe("too_many_connections");

  // On SIGTERM it refuses new connections and serves the old ones to their ends.
  process.kill(server.pid(), "SIGTERM");
  await dataSource.query("SELECT 1");
  expect(await causeOf(runAlone(url))).toBe("unreachable");
});
