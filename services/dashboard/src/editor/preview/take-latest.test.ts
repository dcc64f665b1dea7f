import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";
import { takeLatest } from "./take-latest.ts";

type Sent = { request: string; signal: AbortSignal; answer: PromiseWithResolvers<string> };

let sent: Sent[];
let reported: string[];
let latest: ReturnType<typeof takeLatest<string, string>>;

beforeEach(() => {
  jest.useFakeTimers();
  sent = [];
  reported = [];
  latest = takeLatest<string, string>({
    send: (request, signal) => {
      const answer = Promise.withResolvers<string>();
      sent.push({ request, signal, answer });
      return answer.promise;
    },
    onAnswer: (request, answer) => reported.push(`${request}: ${answer}`),
    onError: (request, error) => reported.push(`${request}: ${String(error)}`),
    debounceMs: 100,
    maxWaitMs: 1_000,
  });
});

afterEach(() => {
  latest.close();
  jest.useRealTimers();
});

const requests = () => sent.map(({ request }) => request);

test("of requests in quick succession only the last is sent, after a pause", async () => {
  for (const request of ["a", "ab", "abc"]) {
    latest.request(request);
    await jest.advanceTimersByTimeAsync(60);
  }
  expect(requests()).toEqual([]);
  await jest.advanceTimersByTimeAsync(40);
  expect(requests()).toEqual(["abc"]);
});

test("a newer request aborts the one in flight, whose answer is never reported", async () => {
  latest.request("old");
  await jest.advanceTimersByTimeAsync(100);
  latest.request("new");
  await jest.advanceTimersByTimeAsync(100);
  expect(sent[0]?.signal.aborted).toBe(true);
  sent[0]?.answer.resolve("late");
  sent[1]?.answer.resolve("there");
  await jest.advanceTimersByTimeAsync(0);
  expect(reported).toEqual(["new: there"]);
});

test("a failure is reported, and the next request is sent", async () => {
  latest.request("bad", { isUrgent: true });
  await jest.advanceTimersByTimeAsync(0);
  sent[0]?.answer.reject(new Error("no"));
  await jest.advanceTimersByTimeAsync(0);
  latest.request("good", { isUrgent: true });
  await jest.advanceTimersByTimeAsync(0);
  sent[1]?.answer.resolve("yes");
  await jest.advanceTimersByTimeAsync(0);
  expect(reported).toEqual(["bad: Error: no", "good: yes"]);
});

test("a request that failed is sent again by itself, unless a newer one comes first", async () => {
  const again = takeLatest<string, string>({
    send: (request) => {
      const answer = Promise.withResolvers<string>();
      sent.push({ request, signal: AbortSignal.any([]), answer });
      return answer.promise;
    },
    onAnswer: (request, answer) => reported.push(`${request}: ${answer}`),
    onError: () => undefined,
    debounceMs: 100,
    maxWaitMs: 1_000,
    retryAfterMs: (error, failures) => (error === "busy" ? failures * 1_000 : undefined),
  });
  const fail = async (error: string) => {
    sent.at(-1)?.answer.reject(error);
    await jest.advanceTimersByTimeAsync(0);
  };
  again.request("a", { isUrgent: true });
  await jest.advanceTimersByTimeAsync(0);
  await fail("busy");
  await jest.advanceTimersByTimeAsync(999);
  expect(requests()).toEqual(["a"]);
  await jest.advanceTimersByTimeAsync(1);
  await fail("busy");
  await jest.advanceTimersByTimeAsync(1_000);
  expect(requests()).toEqual(["a", "a"]);
  again.request("ab");
  await jest.advanceTimersByTimeAsync(5_000);
  await fail("wrong");
  await jest.advanceTimersByTimeAsync(60_000);
  expect(requests()).toEqual(["a", "a", "ab"]);
  again.close();
});

test("answers come in between while requests never stop, although each takes longer than their interval", async () => {
  const slow = takeLatest<string, string>({
    send: () => new Promise((resolve) => setTimeout(() => resolve("there"), 300)),
    onAnswer: (request, answer) => reported.push(`${request}: ${answer}`),
    onError: (request, error) => reported.push(`${request}: ${String(error)}`),
    debounceMs: 100,
    maxWaitMs: 1_000,
  });
  for (let typed = 0; typed < 60; typed += 1) {
    slow.request(`text ${typed}`);
    await jest.advanceTimersByTimeAsync(50);
  }
  expect(reported.length).toBeGreaterThanOrEqual(2);
  await jest.advanceTimersByTimeAsync(1_000);
  expect(reported.at(-1)).toBe("text 59: there");
  slow.close();
});

test("after closing, nothing is sent and nothing reported", async () => {
  latest.request("first", { isUrgent: true });
  await jest.advanceTimersByTimeAsync(0);
  latest.request("second");
  latest.close();
  sent[0]?.answer.resolve("late");
  await jest.advanceTimersByTimeAsync(5_000);
  expect(requests()).toEqual(["first"]);
  expect(reported).toEqual([]);
});
