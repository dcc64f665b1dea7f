import { startPlaten, type Platen, type StartPlatenOptions } from "@platen/testing";
import type { Browser } from "puppeteer";
import { signIn, type DashboardSession } from "../dashboard-session.ts";
import { buildDashboard, openSignedIn, startBrowser, type Visitor } from "./dashboard-browser.ts";

/** Platen with its demo project. The demo's account is signed in, both in a browser and by API. */
export type Demo = {
  platen: Platen;
  browser: Browser;
  visitor: Visitor;
  dashboard: DashboardSession;
  stop: () => Promise<void>;
};

export async function startDemo(options: StartPlatenOptions = {}): Promise<Demo> {
  await buildDashboard();
  const [platen, browser] = await Promise.all([startPlaten(options), startBrowser()]);
  const stop = async () => {
    await browser.close();
    await platen.stop();
  };
  try {
    const dashboard = await signIn(platen.baseUrl, platen.account);
    return { platen, browser, visitor: await openSignedIn(browser, platen.baseUrl, dashboard), dashboard, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
