import { testChromiumPath } from "@platen/testing";
import { expect, test } from "@jest/globals";
import puppeteer from "puppeteer";
import { openPrintingPage } from "../src/printing/printing-page.ts";
import { scriptMode } from "../src/printing/script-mode.ts";
import { staticMode } from "../src/printing/static-mode.ts";

test.each([
  ["with scripts", scriptMode],
  ["without", staticMode({ isSingleLayout: false })],
])("a closed page %s leaves no listener that would keep it in memory", async (_, mode) => {
  const browser = await puppeteer.launch({
    executablePath: await testChromiumPath(),
    headless: "shell",
    pipe: true,
    args: ["--no-sandbox"],
  });
  try {
    const listeners = () => browser.listenerCount("disconnected");
    const before = listeners();
    const page = await openPrintingPage(browser, mode);
    expect(listeners()).toBe(before + 1);
    await page.close();
    expect(listeners()).toBe(before);
  } finally {
    await browser.close();
  }
});
