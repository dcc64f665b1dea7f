import puppeteer, { type Browser } from "puppeteer";
import type { BenchDocument } from "../documents/bench-document.ts";

export type WaitUntil = "load" | "networkidle0";

/** Launches the browser as most programs do. The sandbox does not work for root, so most programs switch it off. */
export function launchPlainPuppeteer(executablePath: string, fonts: { FONTCONFIG_FILE: string }): Promise<Browser> {
  return puppeteer.launch({
    executablePath,
    headless: "shell",
    args: ["--no-sandbox"],
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
    env: { PATH: "/usr/bin:/bin", ...fonts },
  });
}

/** Prints as most programs do, with a new page for each document. */
export async function printPlainly(
  browser: Browser,
  { settings }: BenchDocument,
  html: string,
  waitUntil: WaitUntil,
): Promise<Buffer> {
  const page = await browser.newPage();
  try {
    await page.setContent(html, {
      // puppeteer accepts this value, which its types leave out.
      waitUntil: waitUntil as "load",
    });
    const pdf = await page.pdf({
      format: settings.format ?? "A4",
      preferCSSPageSize: true,
      printBackground: true,
    });
    return Buffer.from(pdf);
  } finally {
    await page.close();
  }
}
