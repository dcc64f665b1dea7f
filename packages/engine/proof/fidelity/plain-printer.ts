import type { PageSettings } from "@platen/contracts";
import puppeteer, { type Browser, type Page, type PDFOptions } from "puppeteer";
import type { FidelityDocument } from "./fidelity-document.ts";
import { dataUrl } from "./fixtures.ts";
import { withoutDates } from "./without-dates.ts";

/** Prints as puppeteer's manual shows. The engine is compared with these prints. */
export type PlainPrinter = { print(document: FidelityDocument): Promise<Uint8Array>; close(): Promise<void> };

/** Launches the same build with the same fonts. It has no sandbox, because root cannot simply have one. */
export async function startPlainPrinter(executablePath: string, fontconfigPath: string): Promise<PlainPrinter> {
  const browser = await puppeteer.launch({
    executablePath,
    headless: "shell",
    args: [
      "--no-sandbox",
      "--font-render-hinting=none",
      // Nothing from this machine's network may show in a picture.
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
  const { settings = {}, assets, areRequestsRefused = false } = document;
  const html = withMargin(withFonts(document), settings);
  const page = await browser.newPage();
  try {
    await page.emulateMediaType(settings.media);
    await page.setJavaScriptEnabled(settings.javascript ?? false);
    if (assets || areRequestsRefused) await giveAssets(page, assets ?? {});
    // Print styles hold from the start, as in the engine's pages. Otherwise each print would repeat the requests of
    // print styles, and show nothing in place of refused content.
    if (areRequestsRefused) await page.emulateMediaType("print");
    await page.setContent(html, { waitUntil: "load" });
    if (settings.javascript) await page.evaluate("window.platenReady");
    const print = () => page.pdf(toPdfOptions(settings));
    return areRequestsRefused ? await printUntilAlike(print) : await print();
  } finally {
    await page.close();
  }
}

const maxPrints = 8;

/**
 * Prints until two prints are equal. A request that only the print makes, such as a font of a margin box, is refused
 * after that print, so only a later print shows the refusal.
 */
async function printUntilAlike(print: () => Promise<Uint8Array>): Promise<Uint8Array> {
  let last = await print();
  for (let prints = 1; prints < maxPrints; prints += 1) {
    const next = await print();
    if (withoutDates(next) === withoutDates(last)) return next;
    last = next;
  }
  throw new Error(`Chromium printed the same page differently ${maxPrints} times.`);
}

async function giveAssets(page: Page, assets: NonNullable<FidelityDocument["assets"]>): Promise<void> {
  await page.setRequestInterception(true);
  page.on("request", (request) => {
    const asset = assets[request.url()];
    const answered = asset
      ? request.respond({
          status: 200,
          contentType: asset.contentType,
          // Fonts are cross-origin requests.
          headers: { "Access-Control-Allow-Origin": "*" },
          body: asset.bytes,
        })
      : request.abort();
    answered.catch(() => {
      // The page is closed, and the request with it.
    });
  });
}

function withFonts({ html, fonts = {} }: FidelityDocument): string {
  const faces = Object.entries(fonts).map(
    ([family, name]) => `@font-face { font-family: "${family}"; src: url(${dataUrl(name)}) }`,
  );
  return faces.length === 0 ? html : html.replace(/^<!doctype html>/i, `$&<style>${faces.join("")}</style>`);
}

/** Puts the margin into the style sheet, because Chromium rounds the margins of its options to whole points. */
function withMargin(html: string, { margin }: PageSettings): string {
  if (!margin) return html;
  const { top = "0", right = "0", bottom = "0", left = "0" } = margin;
  return html.replace(
    /^(<!doctype html>)?/i,
    `$1<style>@page { margin: ${[top, right, bottom, left].join(" ")} }</style>`,
  );
}

/** Puppeteer's options for the settings of the contract, with their defaults. */
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
