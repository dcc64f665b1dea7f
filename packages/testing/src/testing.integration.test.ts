import { describe, expect, test } from "@jest/globals";
import { Redis } from "ioredis";
import { withConnection } from "@platen/provisioning";
import { assertNothingLeftOpen, createTestDatabase, createTestRedis } from "./index.ts";

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

  test("the error names a connection left open", async () => {
    const database = await createTestDatabase();
    await withConnection(database.url, async () => {
      await expect(assertNothingLeftOpen([database], { timeoutMs: 1_000 })).rejects.toThrow(
        /left open: 127\.0\.0\.1|left open: \S+/,
      );
    });
    await assertNothingLeftOpen([database]);
    await database.drop();
  });
});

describe("createTestRedis", () => {
  test("the error names a connection left open, but none of another file", async () => {
    const mine = await createTestRedis();
    const other = await createTestRedis();
    const leaked = new Redis(mine.url, { connectionName: "forgotten-worker" });
    await leaked.ping();
    await expect(assertNothingLeftOpen([mine], { timeoutMs: 1_000 })).rejects.toThrow("left open: forgotten-worker");
    await assertNothingLeftOpen([other]);
    await leaked.quit();
    await assertNothingLeftOpen([mine]);
    await mine.close();
    await other.close();
  });
});
