import type { ChromiumProcess } from "../chromium/launch-chromium.ts";
import { prepareHtml } from "./prepare-html.ts";
import { openPrintingPage } from "./printing-page.ts";
import { staticMode } from "./static-mode.ts";

const sample = prepareHtml("<!doctype html><title>check</title><style>@page{margin:1cm}</style><p>Text", {});
const checkTimeoutMs = 10_000;

const results = new Map<string, boolean>();

/**
 * Tells whether this browser prints a document the same with a single layout. It prints a small document both ways,
 * once per version of Chromium: another version may update media queries of the paper's size at another moment.
 */
export async function canLayOutOnce({ puppeteer, version }: ChromiumProcess): Promise<boolean> {
  const known = results.get(version);
  if (known !== undefined) return known;
  const [once, twice] = [await printSample(puppeteer, true), await printSample(puppeteer, false)];
  const result = sample.singleLayout !== undefined && once === twice;
  results.set(version, result);
  return result;
}

/** Prints the sample, and gives its PDF without the dates. */
async function printSample(puppeteer: ChromiumProcess["puppeteer"], isSingleLayout: boolean): Promise<string> {
  const page = await openPrintingPage(puppeteer, staticMode({ isSingleLayout }));
  try {
    const { pdf } = await page.print({
      document: sample,
      settings: {},
      isLarge: false,
      maxPdfBytes: Number.POSITIVE_INFINITY,
      isRepeated: false,
      library: undefined,
      loadTimeoutMs: checkTimeoutMs,
      printTimeoutMs: checkTimeoutMs,
      signal: new AbortController().signal,
    });
    return pdf.toString("latin1").replaceAll(/D:\d{14}/g, "");
  } finally {
    await page.close();
  }
}
