import { testChromiumPath, waitFor } from "@platen/testing";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import puppeteer, { type Browser } from "puppeteer";
import { prepareHtml } from "../src/printing/prepare-html.ts";
import { openPrintingPage } from "../src/printing/printing-page.ts";
import { scriptMode } from "../src/printing/script-mode.ts";
import { staticMode } from "../src/printing/static-mode.ts";
import { kill, rendererPids } from "./test-processes.ts";

let browser: Browser;

beforeAll(async () => {
  browser = await puppeteer.launch({
    executablePath: await testChromiumPath(),
    headless: "shell",
    pipe: true,
    args: ["--no-sandbox"],
  });
});

afterAll(() => browser.close());

const modes = [
  ["with scripts", scriptMode],
  ["without scripts", staticMode({ isSingleLayout: true })],
] as const;

test.each(modes)("a closed page %s leaves no listener that would keep it in memory", async (_, mode) => {
  const listeners = () => browser.listenerCount("disconnected");
  const before = listeners();
  const page = await openPrintingPage(browser, mode);
  expect(listeners()).toBe(before + 1);
  await page.close();
  expect(listeners()).toBe(before);
});

test.each(modes)("a page %s that loses its renderer before its document tells of a crash at once", async (_, mode) => {
  const page = await openPrintingPage(browser, mode);
  for (const pid of await rendererPids(browser.process()?.pid)) kill(pid);
  await waitFor(() => !page.isUsable(), { describe: "the page to have lost its renderer" });
  // Without a time limit, a document that waits for an answer of the lost renderer would never end.
  const noLimitMs = 1_000_000;
  const printing = page.print({
    document: prepareHtml("<p>x", {}),
    settings: {},
    isLarge: false,
    maxPdfBytes: 1_000_000,
    library: undefined,
    isRepeated: true,
    loadTimeoutMs: noLimitMs,
    printTimeoutMs: noLimitMs,
    signal: new AbortController().signal,
  });
  await expect(printing).rejects.toMatchObject({ code: "browser_crashed", retryable: true });
  await page.close();
});
