import { setTimeout as delay } from "node:timers/promises";
import type { PageTarget } from "./page-target.ts";
import type { PendingRequests } from "./pending-requests.ts";

/** Knows when the document on a page has all that it asks for, and asks for no more. */
export type SettledPage = {
  /**
   * Resolves when the document on the page has settled. It is laid out when it has been loaded, or when nothing has
   * happened for so long: what is not drawn may wait for a layout, parts of other files in an SVG, for example.
   */
  whenSettled(options: { layOutAfterMs: number }): Promise<void>;
  /** Tells whether the document has begun no request since it had settled, or never will settle. */
  isStillSettled(): Promise<boolean>;
};

/** A document may ask for more each time that it gets something. A frame that reloads itself does so without an end. */
const maxRounds = 20;

/** `layOut` lays the document out, and resolves when its fonts are there. */
export function createSettledPage(
  page: PageTarget,
  requests: PendingRequests,
  layOut: () => Promise<unknown>,
): SettledPage {
  const { session, isLoaded, whenLoaded } = page;
  /** Requests that had begun when the document had settled. Undefined for one that does not settle, and is printed as it is. */
  let settledWith: number | undefined;
  /** Resolves when the page has done what it had to do before. */
  const turn = () => session.send("Runtime.evaluate", { expression: "0" });

  async function load(layOutAfterMs: number): Promise<void> {
    while (!isLoaded()) {
      const begun = requests.begun();
      await Promise.race([whenLoaded(), delay(layOutAfterMs)]);
      await turn();
      await requests.whenNone();
      if (!isLoaded() && requests.begun() === begun) await layOut();
    }
  }

  return {
    async whenSettled({ layOutAfterMs }) {
      settledWith = undefined;
      await load(layOutAfterMs);
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
