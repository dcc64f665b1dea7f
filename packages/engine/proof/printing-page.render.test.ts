import { testChromiumPath } from "@platen/testing";
import { expect, test } from "@jest/globals";
import puppeteer from "puppeteer";
import { openPrintingPage } from "../src/printing/printing-page.ts";
import { scriptLane } from "../src/printing/script-mode.ts";
import { staticLane } from "../src/printing/static-mode.ts";

test.each([
  ["with scripts", scriptLane],
  ["without", staticLane({ isLaidOutOnce: false })],
])("a page %s that is closed leaves nothing with the browser that would keep it in memory", async (_, lane) => {
  const browser = await puppeteer.launch({
    executablePath: await testChromiumPath(),
    headless: "shell",
    pipe: true,
    args: ["--no-sandbox"],
  });
  try {
    const listeners = () => browser.listenerCount("disconnected");
    const before = listeners();
    const page = await openPrintingPage(browser, lane);
    expect(listeners()).toBe(before + 1);
    await page.close();
    expect(listeners()).toBe(before);
  } finally {
    await browser.close();
  }
});
