import type { Page } from "puppeteer";

declare global {
  // What hostile scripts write to.
  var ran: unknown[];
}

/** Is run in a page, before any hostile script. */
export function noteWhatRuns(): void {
  globalThis.ran = [];
}

/** What the hostile scripts that ran have written: names or numbers of theirs. */
export function whatRan(page: Page): Promise<unknown[]> {
  return page.evaluate(() => globalThis.ran);
}
