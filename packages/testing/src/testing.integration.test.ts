import { describe, expect, test } from "@jest/globals";
import { Redis } from "ioredis";
import { withConnection } from "@platen/provisioning";
import { assertNothingLeftOpen, createTestDatabase, createTestRedis } from "./index.ts";

describe("createTestDatabase", () => {
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
