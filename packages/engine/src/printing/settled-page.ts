import { setTimeout as delay } from "node:timers/promises";
import type { PageTarget } from "./page-target.ts";
import type { PendingRequests } from "./pending-requests.ts";

/** Knows when the document on a page has all that it asks for, and asks for no more. */
export type SettledPage = {
  /** Resolves when the document on the page has settled. */
  whenSettled(): Promise<void>;
  /** Tells whether the document has begun no request since it had settled, or never will settle. */
  isStillSettled(): Promise<boolean>;
};

/** A document may ask for more each time that it gets something. A frame that reloads itself does so without an end. */
const maxRounds = 20;
/** Without a frame drawn, what an SVG takes from other files waits for a layout before the document counts as loaded. */
const layOutAfterMs = 20;

/** `layOut` lays the document out, and resolves when its fonts are there. */
export function createSettledPage(
  page: PageTarget,
  requests: PendingRequests,
  layOut: () => Promise<unknown>,
): SettledPage {
  const { session, isLoaded, whenLoaded } = page;
  /** Requests that had begun when the document settled. A document that never settles has none, and is printed as it is. */
  let settledWith: number | undefined;
  /** Resolves when the page has done what it had to do before. */
  const turn = () => session.send("Runtime.evaluate", { expression: "0" });

  async function load(): Promise<void> {
    while (!isLoaded()) {
      const begun = requests.begun();
      await Promise.race([whenLoaded(), delay(layOutAfterMs)]);
      await turn();
      await requests.whenNone();
      if (!isLoaded() && requests.begun() === begun) await layOut();
    }
  }

  return {
    async whenSettled() {
      settledWith = undefined;
      await load();
      for (let round = 0; round < maxRounds; round += 1) {
        const begun = requests.begun();
        await layOut();
        await requests.whenNone();
        if (requests.begun() !== begun) continue;
        settledWith = begun;
        return;
      }
    },
    async isStillSettled() {
      // Reports of requests that have begun come before this is answered.
      await turn();
      return settledWith === undefined || settledWith === requests.begun();
    },
  };
}
