import { afterEach, expect, test } from "@jest/globals";
import { waitFor } from "@platen/testing";
import { createHeartbeat, type Heartbeat } from "./heartbeat.ts";

const beats = { beatMs: 10, pauseBeats: 3, limitBeats: 5 };
let pulse: Heartbeat;
afterEach(() => pulse.close());

type Fake = { answers: boolean; asked: number };

function startPulse(browsers: { current: Fake | undefined }): Fake[] {
  const silent: Fake[] = [];
  pulse = createHeartbeat<Fake>({
    ...beats,
    current: () => browsers.current,
    ask(browser) {
      browser.asked += 1;
      return browser.answers ? Promise.resolve() : new Promise(() => undefined);
    },
    onSilent: (browser) => silent.push(browser),
  });
  return silent;
}

const soon = (describe: string) => ({ intervalMs: 5, describe });

test("a browser that answers is asked again and again, and never reported", async () => {
  const browser = { answers: true, asked: 0 };
  const silent = startPulse({ current: browser });
  await waitFor(() => browser.asked >= 5, soon("five questions"));
  expect(silent).toEqual([]);
  expect(pulse.silentMs()).toBeLessThanOrEqual(beats.beatMs * beats.pauseBeats);
});

test("one that does not is reported once, and its successor starts anew", async () => {
  const browsers = { current: { answers: false, asked: 0 } };
  const stuck = browsers.current;
  const silent = startPulse(browsers);
  await waitFor(
    () => pulse.silentMs() > 2 * beats.beatMs * (beats.pauseBeats + beats.limitBeats),
    soon("long silence"),
  );
  expect(silent).toEqual([stuck]);
  const next = { answers: true, asked: 0 };
  browsers.current = next;
  await waitFor(() => next.asked >= 2, soon("questions to the next one"));
  expect(silent).toEqual([stuck]);
  expect(pulse.silentMs()).toBeLessThanOrEqual(beats.beatMs * beats.pauseBeats);
});

test("a worker that stood still does not blame its browser", async () => {
  const browser = { answers: true, asked: 0 };
  const silent = startPulse({ current: browser });
  await waitFor(() => browser.asked >= 1, soon("a question"));
  const untilMs = performance.now() + 10 * beats.beatMs * beats.limitBeats;
  while (performance.now() < untilMs);
  const before = browser.asked;
  await waitFor(() => browser.asked > before, soon("another question"));
  expect(silent).toEqual([]);
});
