import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";
import { newestWins } from "./take-latest.ts";

type Asked = { request: string; signal: AbortSignal; end: PromiseWithResolvers<string> };

let asked: Asked[];
let told: string[];
let wins: ReturnType<typeof newestWins<string, string>>;

beforeEach(() => {
  jest.useFakeTimers();
  asked = [];
  told = [];
  wins = newestWins<string, string>({
    ask: (request, signal) => {
      const end = Promise.withResolvers<string>();
      asked.push({ request, signal, end });
      return end.promise;
    },
    onAnswer: (request, answer) => told.push(`${request}: ${answer}`),
    onError: (request, error) => told.push(`${request}: ${String(error)}`),
    pauseMs: 100,
    patienceMs: 1_000,
  });
});

afterEach(() => {
  wins.close();
  jest.useRealTimers();
});

const requests = () => asked.map(({ request }) => request);

test("what is wanted in quick succession is asked once, after a pause", async () => {
  for (const request of ["a", "ab", "abc"]) {
    wins.want(request);
    await jest.advanceTimersByTimeAsync(60);
  }
  expect(requests()).toEqual([]);
  await jest.advanceTimersByTimeAsync(40);
  expect(requests()).toEqual(["abc"]);
});

test("a newer request ends the one being asked, of which nothing is told any more", async () => {
  wins.want("old");
  await jest.advanceTimersByTimeAsync(100);
  wins.want("new");
  await jest.advanceTimersByTimeAsync(100);
  expect(asked[0]?.signal.aborted).toBe(true);
  asked[0]?.end.resolve("late");
  asked[1]?.end.resolve("there");
  await jest.advanceTimersByTimeAsync(0);
  expect(told).toEqual(["new: there"]);
});

test("one that cannot be answered is told of, and the next is asked", async () => {
  wins.want("bad", { isUrgent: true });
  await jest.advanceTimersByTimeAsync(0);
  asked[0]?.end.reject(new Error("no"));
  await jest.advanceTimersByTimeAsync(0);
  wins.want("good", { isUrgent: true });
  await jest.advanceTimersByTimeAsync(0);
  asked[1]?.end.resolve("yes");
  await jest.advanceTimersByTimeAsync(0);
  expect(told).toEqual(["bad: Error: no", "good: yes"]);
});

test("however long somebody goes on typing, answers come in between", async () => {
  for (let typed = 0; typed < 60; typed += 1) {
    wins.want(`text ${typed}`);
    await jest.advanceTimersByTimeAsync(50);
    // Each takes longer than the time between two keystrokes.
    const last = asked.at(-1);
    if (last && typed % 8 === 7) last.end.resolve("there");
  }
  expect(told.length).toBeGreaterThanOrEqual(2);
  await jest.advanceTimersByTimeAsync(1_000);
  asked.at(-1)?.end.resolve("there");
  await jest.advanceTimersByTimeAsync(0);
  expect(told.at(-1)).toBe("text 59: there");
});

test("after the end nothing is asked and nothing told", async () => {
  wins.want("first", { isUrgent: true });
  await jest.advanceTimersByTimeAsync(0);
  wins.want("second");
  wins.close();
  asked[0]?.end.resolve("late");
  await jest.advanceTimersByTimeAsync(5_000);
  expect(requests()).toEqual(["first"]);
  expect(told).toEqual([]);
});
