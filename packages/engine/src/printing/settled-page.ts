import { setTimeout as delay } from "node:timers/promises";
import type { PageTarget } from "./page-target.ts";
import type { PendingRequests } from "./pending-requests.ts";

/** Tells when the document on a page has everything that it requests, and requests no more. */
export type SettledPage = {
  /** Resolves when the document on the page has settled. */
  whenSettled(): Promise<void>;
  /** Tells whether the document has begun no request since it settled. Also true for a document that never settles. */
  isStillSettled(): Promise<boolean>;
};

/** A document may request more each time that it gets something. A frame that reloads itself does so without end. */
const maxRounds = 20;
/** Without a drawn frame, files that an SVG uses wait for a layout before the document counts as loaded. */
const layOutAfterMs = 20;

/** `layOut` lays the document out, and resolves when its fonts are there. */
export function createSettledPage(
  page: PageTarget,
  requests: PendingRequests,
  layOut: () => Promise<unknown>,
): SettledPage {
  const { session, isLoaded, whenLoaded } = page;
  /**
   * Requests that had begun when the document settled. A document that never settles has none, and is printed as it is.
   */
  let settledWith: number | undefined;
  /** Resolves when the page has run its earlier commands. */
  const flush = () => session.send("Runtime.evaluate", { expression: "0" });

  async function load(): Promise<void> {
    while (!isLoaded()) {
      const begun = requests.begun();
      await Promise.race([whenLoaded(), delay(layOutAfterMs)]);
      await flush();
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
      // The page reports the requests that have begun before it answers.
      await flush();
      return settledWith === undefined || settledWith === requests.begun();
    },
  };
}
