import type { PageSettings } from "@platen/contracts";
import puppeteer, { type Browser, type Page, type PDFOptions } from "puppeteer";
import type { FidelityDocument } from "./fidelity-document.ts";
import { withoutDates } from "./without-dates.ts";

/** Prints the way puppeteer's manual shows it, which is what the engine's work is measured against. */
export type PlainPrinter = {
  print(document: FidelityDocument): Promise<Uint8Array>;
  close(): Promise<void>;
};

/** Launches the same build with the same fonts. Root cannot have the sandbox in the ordinary way. */
export async function startPlainPrinter(executablePath: string, fontconfigPath: string): Promise<PlainPrinter> {
  const browser = await puppeteer.launch({
    executablePath,
    headless: "shell",
    args: [
      "--no-sandbox",
      "--font-render-hinting=none",
      // So that nothing on this machine's network can show in a picture.
      "--host-resolver-rules=MAP * ~NOTFOUND",
    ],
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
    env: { PATH: "/usr/bin:/bin", LANG: "C.UTF-8", TZ: "UTC", FONTCONFIG_FILE: fontconfigPath },
  });
  return { print: (document) => printOnFreshPage(browser, document), close: () => browser.close() };
}

async function printOnFreshPage(browser: Browser, document: FidelityDocument): Promise<Uint8Array> {
  const { settings = {}, assets, asksInVain = false } = document;
  const html = withMargin(document.html, settings);
  const page = await browser.newPage();
  try {
    await page.emulateMediaType(settings.media);
    await page.setJavaScriptEnabled(settings.javascript ?? false);
    if (assets || asksInVain) await giveAssets(page, assets ?? {});
    // As the engine's pages do, it counts as paper from the start. Otherwise it would ask again in each print, for what
    // it asks on paper only, and show nothing instead of what it is refused.
    if (asksInVain) await page.emulateMediaType("print");
    await page.setContent(html, { waitUntil: "load" });
    if (settings.javascript) await page.evaluate("window.platenReady");
    const print = () => page.pdf(toPdfOptions(settings));
    return asksInVain ? await printUntilAlike(print) : await print();
  } finally {
    await page.close();
  }
}

const mostPrints = 8;

/**
 * What a document asks for only when it is printed, such as a font of its margin boxes, is refused after that print, and
 * so is seen to be refused in a later one.
 */
async function printUntilAlike(print: () => Promise<Uint8Array>): Promise<Uint8Array> {
  let last = await print();
  for (let prints = 1; prints < mostPrints; prints += 1) {
    const next = await print();
    if (withoutDates(next) === withoutDates(last)) return next;
    last = next;
  }
  throw new Error(`Chromium printed the same page differently ${mostPrints} times.`);
}

async function giveAssets(page: Page, assets: NonNullable<FidelityDocument["assets"]>): Promise<void> {
  await page.setRequestInterception(true);
  page.on("request", (request) => {
    const asset = assets[request.url()];
    const answered = asset
      ? request.respond({
          status: 200,
          contentType: asset.contentType,
          // Fonts are asked for across origins.
          headers: { "Access-Control-Allow-Origin": "*" },
          body: asset.bytes,
        })
      : request.abort();
    answered.catch(() => {
      // The page has been closed, and the request with it.
    });
  });
}

/** A margin goes into the stylesheet: of one among the options Chromium keeps whole points only. */
function withMargin(html: string, { margin }: PageSettings): string {
  if (!margin) return html;
  const { top = "0", right = "0", bottom = "0", left = "0" } = margin;
  return html.replace(
    /^(<!doctype html>)?/i,
    `$1<style>@page { margin: ${[top, right, bottom, left].join(" ")} }</style>`,
  );
}

/** The contract's settings in puppeteer's words, its defaults included. */
function toPdfOptions(settings: PageSettings): PDFOptions {
  const { format, width, height, header, footer, pageRanges } = settings;
  return {
    ...(width !== undefined && height !== undefined ? { width, height } : { format: format ?? "A4" }),
    landscape: settings.orientation === "landscape",
    margin: { top: 0, right: 0, bottom: 0, left: 0 },
    scale: settings.scale ?? 1,
    printBackground: settings.printBackground ?? true,
    preferCSSPageSize: settings.preferCssPageSize ?? true,
    tagged: settings.tagged ?? false,
    outline: settings.outline ?? false,
    ...(pageRanges !== undefined && { pageRanges }),
    ...((header !== undefined || footer !== undefined) && {
      displayHeaderFooter: true,
      headerTemplate: header || "<span></span>",
      footerTemplate: footer || "<span></span>",
    }),
  };
}
