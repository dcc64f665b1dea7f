import { randomBytes } from "node:crypto";
import { beforeEach, expect, test } from "@jest/globals";
import { createLogger } from "@platen/telemetry";
import type { DataSource } from "typeorm";
import { catalogForFile } from "../testing/catalog-for-file.ts";
import { openDataSource } from "../data-source.ts";
import { createSealer } from "./sealer.ts";
import { createUsedKeys } from "./used-keys.ts";

const [older, newer, newest] = [1, 2, 3].map(() => randomBytes(32).toString("base64"));
const catalog = catalogForFile();
beforeEach(() => catalog.dataSource.query("DELETE FROM secrets_keys"));

/** Starts a catalog with these keys: its problem, and whether it lacks a key. */
async function start(...keys: readonly (string | undefined)[]) {
  return startOn(catalog.dataSource, keys);
}
async function startOn(dataSource: DataSource, keys: readonly (string | undefined)[]) {
  const usedKeys = createUsedKeys({
    dataSource,
    sealers: keys.length === 0 ? [] : ["webhooks", "requests"].map((purpose) => createSealer(keys.join(","), purpose)),
    reportMissing: () => undefined,
    logger: createLogger({ service: "catalog", level: "error" }),
  });
  await usedKeys.close();
  return { hasProblem: (await usedKeys.problem()) !== undefined, isMissing: usedKeys.isMissing() };
}
const works = { hasProblem: false, isMissing: false };
const refused = { hasProblem: true, isMissing: true };

test("a catalog without a key that has sealed values does not start, and notes none of its own", async () => {
  expect(await start(older)).toEqual(works);
  expect(await start(newer)).toEqual(refused);
  expect(await start()).toEqual(refused);
  expect(await start(newer)).toEqual(refused);
  // Also long after the last value was sealed, when none is left that it could not open.
  await catalog.dataSource.query("UPDATE secrets_keys SET last_used_at = now() - interval '1 year'");
  expect(await start(newer)).toEqual({ hasProblem: true, isMissing: false });
  expect(await start(older)).toEqual(works);
});

test("a catalog starts on a database that takes no writes, with a key that it knows", async () => {
  await start(older);
  const readOnly = await openDataSource({ url: catalog.database.url, poolSize: 1 });
  try {
    await readOnly.query("SET default_transaction_read_only = on");
    await expect(readOnly.query("DELETE FROM secrets_keys")).rejects.toThrow("read-only");
    expect(await startOn(readOnly, [older])).toEqual(works);
    expect(await startOn(readOnly, [newer])).toEqual(refused);
  } finally {
    await readOnly.destroy();
  }
});

test("each step of a rotation starts, and a second rotation before the end of the first", async () => {
  for (const keys of [[older], [older, newer], [newer, older], [newer, older, newest], [newest, newer, older]])
    expect(await start(...keys)).toEqual(works);
});

test("a catalog that lacks another's key learns so, until 65 days after the key's last use", async () => {
  await start(older);
  expect(await start(newer, older)).toEqual(works);
  expect(await start(older)).toEqual({ hasProblem: false, isMissing: true });
  await catalog.dataSource.query("UPDATE secrets_keys SET last_used_at = now() - interval '66 days'");
  expect(await start(newer)).toEqual(works);
});

test("of catalogs that start with different keys at the same time one works", async () => {
  const started = await Promise.all([older, newer, newest].map((key) => start(key)));
  expect(started.filter(({ hasProblem }) => !hasProblem)).toHaveLength(1);
});
