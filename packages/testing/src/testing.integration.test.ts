import { describe, expect, test } from "@jest/globals";
import { Redis } from "ioredis";
import { withConnection } from "@platen/provisioning";
import {
  assertNothingLeftOpen,
  createTestDatabase,
  createTestRedis,
  createTestRedisDatabase,
  waitFor,
} from "./index.ts";

async function createPeople(url: string): Promise<void> {
  await withConnection(url, async (connection) => {
    await connection.query("CREATE TABLE people (name text); INSERT INTO people VALUES ('Ada')");
  });
}

describe("createTestDatabase", () => {
  test("each copy has the migrated tables and hides its changes from the others", async () => {
    let migrations = 0;
    const migrate = async (url: string) => {
      migrations += 1;
      await createPeople(url);
    };
    const [first, second] = await Promise.all([
      createTestDatabase({ name: "testing-copies", migrate }),
      createTestDatabase({ name: "testing-copies", migrate }),
    ]);
    const countIn = (url: string) =>
      withConnection(url, async (connection) => (await connection.query("SELECT * FROM people")).rowCount);
    await withConnection(first.url, (connection) => connection.query("INSERT INTO people VALUES ('Grace')"));
    expect([await countIn(first.url), await countIn(second.url)]).toEqual([2, 1]);
    expect(migrations).toBe(1);
    await first.drop();
    await second.drop();
  });

  test("a failed migration runs again for the next file", async () => {
    const failing = createTestDatabase({
      name: "testing-failure",
      migrate: () => Promise.reject(new Error("no luck")),
    });
    await expect(failing).rejects.toThrow("no luck");
    const database = await createTestDatabase({ name: "testing-failure", migrate: createPeople });
    await database.drop();
  });

  test("the error names a connection left open", async () => {
    const database = await createTestDatabase();
    await withConnection(database.url, async () => {
      await expect(assertNothingLeftOpen(database)).rejects.toThrow(/left open: 127\.0\.0\.1|left open: \S+/);
    });
    await assertNothingLeftOpen(database);
    await database.drop();
  });
});

describe("createTestRedis", () => {
  test("the error names a connection left open, but none of another file", async () => {
    const mine = await createTestRedis();
    const other = await createTestRedis();
    const leaked = new Redis(mine.url, { connectionName: "forgotten-worker" });
    await leaked.ping();
    await expect(assertNothingLeftOpen(mine)).rejects.toThrow("left open: forgotten-worker");
    await assertNothingLeftOpen(other);
    await leaked.quit();
    await assertNothingLeftOpen(mine);
    await mine.close();
    await other.close();
  });

  test("closing removes only the keys of this file", async () => {
    const mine = await createTestRedis();
    const other = await createTestRedis();
    await mine.redis.set(`${mine.prefix}:a`, "1");
    await other.redis.set(`${other.prefix}:a`, "1");
    await mine.close();
    expect(await other.redis.exists(`${mine.prefix}:a`)).toBe(0);
    expect(await other.redis.exists(`${other.prefix}:a`)).toBe(1);
    await other.close();
  });

  test("a separate database is empty and hides its keys from others", async () => {
    const [mine, other] = await Promise.all([createTestRedisDatabase(), createTestRedisDatabase()]);
    await mine.redis.set("a", "1");
    expect(await other.redis.dbsize()).toBe(0);
    await mine.redis.flushdb();
    await mine.close();
    await other.close();
  });
});

describe("waitFor", () => {
  test("a condition that never holds ends with its name and the last reason", async () => {
    const never = waitFor(() => Promise.reject(new Error("still dark")), { timeoutMs: 50, describe: "daylight" });
    await expect(never).rejects.toMatchObject({
      message: "gave up after 50 ms waiting for daylight",
      cause: new Error("still dark"),
    });
  });
});
