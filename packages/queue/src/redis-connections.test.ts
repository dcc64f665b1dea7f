import { EventEmitter } from "node:events";
import { afterEach, beforeEach, describe, expect, jest, test } from "@jest/globals";
import { answersPing, assertReadySoon, waitForReady } from "./redis-connections.ts";

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

/** A connection that is not usable before `becomeReady`. */
function createConnection(ping: () => Promise<string> = () => Promise.resolve("PONG")) {
  const connection = Object.assign(new EventEmitter(), { status: "connecting", ping });
  return {
    connection,
    becomeReady() {
      connection.status = "ready";
      connection.emit("ready");
    },
    listenerCount: () => connection.listenerCount("ready"),
  };
}

describe("a caller that needs Redis", () => {
  test("goes on as soon as the connection becomes usable", async () => {
    const { connection, becomeReady } = createConnection();
    const ready = assertReadySoon(connection);
    await jest.advanceTimersByTimeAsync(199);
    becomeReady();
    await expect(ready).resolves.toBeUndefined();
    await expect(assertReadySoon(connection)).resolves.toBeUndefined();
  });

  test("gets an error after a moment without a connection", async () => {
    const { connection } = createConnection();
    const refused = expect(assertReadySoon(connection)).rejects.toThrow("Redis is away");
    await jest.advanceTimersByTimeAsync(200);
    await refused;
  });
});

test("all who wait for a connection share one listener, and the next outage gets another", async () => {
  const { connection, becomeReady, listenerCount } = createConnection();
  const waits = [waitForReady(connection), waitForReady(connection)];
  expect(listenerCount()).toBe(1);
  becomeReady();
  await Promise.all(waits);
  void waitForReady(connection);
  expect(listenerCount()).toBe(1);
});

describe("a ping", () => {
  test("that Redis answers says that Redis is there", async () => {
    const { connection, becomeReady } = createConnection();
    becomeReady();
    expect(await answersPing(connection)).toBe(true);
  });

  test.each([
    ["fails", () => Promise.reject(new Error("away"))],
    ["is not answered within a second", () => new Promise<never>(() => undefined)],
  ])("that %s says that Redis is away", async (_how, ping) => {
    const { connection, becomeReady } = createConnection(ping);
    becomeReady();
    const isThere = answersPing(connection);
    await jest.advanceTimersByTimeAsync(1_000);
    expect(await isThere).toBe(false);
  });
});
