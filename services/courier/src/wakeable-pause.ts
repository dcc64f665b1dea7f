import { setTimeout as delay } from "node:timers/promises";

const doNothing = (): void => undefined;

/** Creates a pause between two looks that a note ends early, also a note that came during the look before. */
export function createWakeablePause() {
  let isWoken = false;
  let endPause = doNothing;
  return {
    wake: (): void => {
      isWoken = true;
      endPause();
    },

    pause: async (ms: number): Promise<void> => {
      if (!isWoken) {
        const ending = new AbortController();
        endPause = () => ending.abort();
        await delay(ms, undefined, { signal: ending.signal }).catch(doNothing);
      }
      isWoken = false;
    },
  };
}
