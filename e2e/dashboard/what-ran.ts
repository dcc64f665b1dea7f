import type { Page } from "puppeteer";

declare global {
  // Hostile scripts write into this.
  var ran: unknown[];
}

/** Prepares a page. Runs inside the page, before any hostile script. */
export function noteWhatRuns(): void {
  globalThis.ran = [];
}

/** The names or numbers of the hostile scripts that ran. */
export function whatRan(page: Page): Promise<unknown[]> {
  return page.evaluate(() => globalThis.ran);
}
