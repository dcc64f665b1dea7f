import { testChromiumPath, waitFor } from "@platen/testing";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import puppeteer, { type Browser } from "puppeteer";
import type { PageSettings } from "@platen/contracts";
import { prepareHtml } from "../src/printing/prepare-html.ts";
import { openPrintingPage, type PrintingPage } from "../src/printing/printing-page.ts";
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

const noLimitMs = 1_000_000;

type Asked = { isRepeated?: boolean; settings?: PageSettings };

function print(page: PrintingPage, html: string, { isRepeated = false, settings = {} }: Asked = {}) {
  return page.print({
    document: prepareHtml(html, settings),
    settings,
    isLarge: false,
    maxPdfBytes: 1_000_000,
    library: undefined,
    isRepeated,
    loadTimeoutMs: noLimitMs,
    printTimeoutMs: noLimitMs,
    signal: new AbortController().signal,
  });
}

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
  const printing = print(page, "<p>x", { isRepeated: true });
  await expect(printing).rejects.toMatchObject({ code: "browser_crashed", retryable: true });
  await page.close();
});

test("a picture of an earlier document, which lives on and chooses another source", async () => {
  const page = await openPrintingPage(browser, staticMode({ isSingleLayout: true }));
  const sources = "https://refused.example/1.png 300w, https://refused.example/2.png 900w";
  const picture = `<img srcset="${sources}" sizes="(max-width: 120mm) 50vw, 100vw" alt="instead">`;
  expect((await print(page, `<p>one ${picture}`, { settings: { format: "A6" } })).refused).toHaveLength(1);
  // Each lays the page out for another screen. A tagged document keeps the pictures before it in memory.
  await print(page, "<h1>One</h1><p>text", { settings: { tagged: true, outline: true, format: "A6" } });
  expect((await print(page, "<p>text", { isRepeated: true })).refused).toEqual([]);
  await page.close();
});
