import { expect, test } from "@jest/globals";
import { createWakeablePause } from "./wakeable-pause.ts";

const longMs = 5_000;

test("a note ends the pause under way, or the next one if it comes before, and none after that", async () => {
  const { wake, pause } = createWakeablePause();
  /** What becomes of a pause before the next turn of the event loop. */
  const pauseOnce = () =>
    Promise.race([
      pause(longMs).then(() => "ended"),
      new Promise<string>((resolve) => setImmediate(() => resolve("goes on"))),
    ]);
  wake();
  expect([await pauseOnce(), await pauseOnce()]).toEqual(["ended", "goes on"]);
  wake();
  await new Promise(setImmediate);
  const underWay = pause(longMs);
  wake();
  await underWay;
  expect(await pauseOnce()).toBe("goes on");
  wake();
});
