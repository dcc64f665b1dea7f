import { expect, test } from "@jest/globals";
import { Problem } from "@platen/contracts";
import { accountHolder } from "@platen/contracts/holder";
import { createSharedReads } from "./shared-reads.ts";

/** Records that the test counts the reads of. Time passes in the test's steps and in pauses alone. */
function createWorld() {
  let nowMs = 0;
  const reads: string[] = [];
  const refused = new Map<string, Problem>();
  const shared = createSharedReads<number>({ now: () => nowMs, pause: async (ms) => void (nowMs += ms) });
  return {
    reads,
    refused,
    now: () => nowMs,
    pass: (ms: number) => void (nowMs += ms),
    follow: (subjectId: string, credential = "key") =>
      shared.follow({
        subjectId,
        credential,
        holder: accountHolder("acc_1"),
        async read() {
          reads.push(`${subjectId} ${credential}`);
          const problem = refused.get(credential);
          if (problem) throw problem;
          return nowMs;
        },
      }),
  };
}

test("all that follow a batch share one read a second", async () => {
  const { reads, pass, follow } = createWorld();
  const followers = Array.from({ length: 200 }, () => follow("bat_1"));
  for (let second = 0; second < 20; second += 1) {
    await Promise.all(followers.map((follower) => follower.read()));
    pass(1_000);
  }
  expect(reads).toHaveLength(20);
  for (const follower of followers) follower.leave();
});

test("the reads of an account that follows many batches are twenty a second", async () => {
  const { reads, now, follow } = createWorld();
  await Promise.all(Array.from({ length: 200 }, (_, index) => follow(`bat_${index}`).read()));
  expect([reads.length, now()]).toEqual([200, 199 * 50]);
});

test("a key that is revoked follows no batch by the reads of another for more than ten seconds", async () => {
  const { refused, pass, follow } = createWorld();
  const [good, revoked] = [follow("bat_1", "good"), follow("bat_1", "revoked")];
  refused.set("revoked", new Problem("auth.key_invalid"));
  let seconds = 0;
  let problem: unknown;
  for (; problem === undefined && seconds < 60; seconds += 1) {
    pass(1_000);
    await good.read();
    problem = await revoked.read().then(
      () => undefined,
      (error: unknown) => error,
    );
    await expect(good.read()).resolves.toBeGreaterThan(0);
  }
  expect(problem).toMatchObject({ code: "auth.key_invalid" });
  expect(seconds).toBeLessThanOrEqual(10);
});

test("a refusal is that of its key alone, and a catalog that is away fails the read of all once", async () => {
  const { reads, refused, pass, follow } = createWorld();
  const [first, second] = [follow("bat_1", "first"), follow("bat_1", "second")];
  refused.set("first", new Problem("auth.key_invalid"));
  const [refusal, found] = await Promise.allSettled([first.read(), second.read()]);
  expect([refusal.status, found.status]).toEqual(["rejected", "fulfilled"]);
  pass(1_000);
  refused.set("second", new Problem("dependency.unavailable"));
  const third = follow("bat_1", "second");
  const before = reads.length;
  const failed = await Promise.allSettled([second.read(), third.read()]);
  expect(failed.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(reads).toHaveLength(before + 1);
});
