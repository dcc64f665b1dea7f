import { startPlaten, type Platen, type StartPlatenOptions } from "@platen/testing";
import type { Browser } from "puppeteer";
import { signIn, type DashboardSession } from "../dashboard-session.ts";
import { buildDashboard, openSignedIn, startBrowser, type Visitor } from "./dashboard-browser.ts";

/** Platen with its demo project, and the demo's account signed in to it: in a browser, and by calls. */
export type Demo = {
  platen: Platen;
  browser: Browser;
  visitor: Visitor;
  dashboard: DashboardSession;
  stop(): Promise<void>;
};

export async function startDemo(options: StartPlatenOptions = {}): Promise<Demo> {
  await buildDashboard();
  const [platen, browser] = await Promise.all([startPlaten(options), startBrowser()]);
  const stop = async () => {
    await browser.close();
    await platen.stop();
  };
  try {
    return {
      platen,
      browser,
      visitor: await openSignedIn(browser, platen.baseUrl, platen.account),
      dashboard: await signIn(platen.baseUrl, platen.account),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
