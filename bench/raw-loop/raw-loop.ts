import type { OnCleanup } from "../cleanup.ts";
import type { Competitor } from "../measure/measure-window.ts";
import type { BrowserSetup } from "./browser-setup.ts";
import { startRawBrowser } from "./raw-browser.ts";

/** Starts the raw loop with a number of pages, as the competitor that the others are compared with. */
export async function startRawLoop(
  setup: BrowserSetup,
  pages: number,
  onCleanup: OnCleanup,
): Promise<Competitor & { version: string }> {
  const { pid, version, print } = await startRawBrowser(setup, pages, onCleanup);
  return {
    name: `raw loop, ${pages === 1 ? "1 page" : `${pages} pages`}`,
    version,
    concurrency: pages,
    processes: () => [
      { part: "browser", pid, scope: "tree" },
      { part: "CDP client", pid: process.pid, scope: "self" },
    ],
    print,
  };
}
