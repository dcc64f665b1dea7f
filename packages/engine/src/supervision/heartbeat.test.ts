import { afterEach, expect, test } from "@jest/globals";
import { waitFor } from "@platen/testing";
import { createHeartbeat, type Heartbeat } from "./heartbeat.ts";

const beats = { beatMs: 10, pauseBeats: 3, limitBeats: 5 };
let heartbeat: Heartbeat;
afterEach(() => heartbeat.close());

type FakeBrowser = { answers: boolean; pings: number };

function startHeartbeat(browsers: { current: FakeBrowser | undefined }): FakeBrowser[] {
  const silent: FakeBrowser[] = [];
  heartbeat = createHeartbeat<FakeBrowser>({
    ...beats,
    current: () => browsers.current,
    ping(browser) {
      browser.pings += 1;
      return browser.answers ? Promise.resolve() : new Promise(() => undefined);
    },
    onSilent: (browser) => silent.push(browser),
  });
  return silent;
}

const soon = (describe: string) => ({ intervalMs: 5, describe });

test("a browser that answers is pinged again and again, and never reported", async () => {
  const browser = { answers: true, pings: 0 };
  const silent = startHeartbeat({ current: browser });
  await waitFor(() => browser.pings >= 5, soon("five pings"));
  expect(silent).toEqual([]);
  expect(heartbeat.silentMs()).toBeLessThanOrEqual(beats.beatMs * beats.pauseBeats);
});

test("a browser that does not answer is reported once, and its successor starts with a new count", async () => {
  const browsers = { current: { answers: false, pings: 0 } };
  const stuck = browsers.current;
  const silent = startHeartbeat(browsers);
  await waitFor(
    () => heartbeat.silentMs() > 2 * beats.beatMs * (beats.pauseBeats + beats.limitBeats),
    soon("long silence"),
  );
  expect(silent).toEqual([stuck]);
  const next = { answers: true, pings: 0 };
  browsers.current = next;
  await waitFor(() => next.pings >= 2, soon("pings of the next browser"));
  expect(silent).toEqual([stuck]);
  expect(heartbeat.silentMs()).toBeLessThanOrEqual(beats.beatMs * beats.pauseBeats);
});

test("a worker that was suspended does not report its browser", async () => {
  const browser = { answers: true, pings: 0 };
  const silent = startHeartbeat({ current: browser });
  await waitFor(() => browser.pings >= 1, soon("a ping"));
  const untilMs = performance.now() + 10 * beats.beatMs * beats.limitBeats;
  while (performance.now() < untilMs);
  const before = browser.pings;
  await waitFor(() => browser.pings > before, soon("another ping"));
  expect(silent).toEqual([]);
});
