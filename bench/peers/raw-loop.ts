import type { AtEnd } from "../ending.ts";
import type { Competitor } from "../measure/measure-slot.ts";
import type { BrowserGround } from "./browser-ground.ts";
import { startRawBrowser } from "./raw-browser.ts";

/** The raw loop on so many pages as a competitor: what all others are compared with. */
export async function startRawLoop(
  ground: BrowserGround,
  pages: number,
  atEnd: AtEnd,
): Promise<Competitor & { version: string }> {
  const { pid, version, print } = await startRawBrowser(ground, pages, atEnd);
  return {
    name: `raw loop, ${pages === 1 ? "1 page" : `${pages} pages`}`,
    version,
    lanes: pages,
    processes: () => [
      { part: "browser", pid, scope: "tree" },
      { part: "its client", pid: process.pid, scope: "self" },
    ],
    print,
  };
}
