import type { Launcher } from "../chromium/launcher.ts";
import {
  createBrowserInstance,
  type BrowserEvents,
  type BrowserInstance,
  type BrowserInstanceOptions,
} from "./browser-instance.ts";

/** A browser that has started but is not ready for documents after this long is killed. */
const preparingHangsMs = 15_000;

/** Starts a browser that is ready for documents. With `isWarm`, it has an open page. */
export async function startBrowser(
  launcher: Pick<Launcher, "launch">,
  { isWarm, ...options }: BrowserInstanceOptions & { isWarm: boolean },
  events: BrowserEvents,
): Promise<BrowserInstance> {
  const launched = await launcher.launch();
  // A killed browser fails all its calls. Without the timer, this would wait without end for a browser that hangs.
  const timer = setTimeout(() => launched.kill(), preparingHangsMs);
  try {
    const started = await createBrowserInstance(launched, options, events);
    const warming = started.pages.warm();
    if (isWarm) await warming;
    warming.catch(() => {
      // The document that needs a page opens one, and gets the error.
    });
    return started;
  } catch (error) {
    launched.kill();
    throw error;
  } finally {
    clearTimeout(timer);
  }
}
