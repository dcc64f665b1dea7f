import type { Page } from "puppeteer";
import type { LeavingDocument } from "./left-behind.ts";
import { startUnguardedBrowser } from "./unguarded-browser.ts";

const origin = "http://localhost";
const settleMs = 5_000;

export type ReusedPagePrinter = {
  /** The PDF of `html` on a new page. */
  printFresh(html: string): Promise<string>;
  /** The PDF of `html` on a page that has just shown another document. */
  printAfter(leaving: LeavingDocument, html: string): Promise<string>;
  close(): Promise<void>;
};

/**
 * Prints without the engine's care: one document after another on the same page, with JavaScript. The PDFs come without
 * their dates, so that their bytes can be compared.
 */
export async function startReusedPagePrinter(): Promise<ReusedPagePrinter> {
  const browser = await startUnguardedBrowser({ namespace: true, flags: true });

  /** A page with an origin, because storage needs one. */
  async function openPage(): Promise<Page> {
    // A context of its own isolates concurrent pages from each other.
    const context = await browser.puppeteer.createBrowserContext();
    const page = await context.newPage();
    page.on("dialog", (dialog) => {
      dialog.dismiss().catch(() => {
        // The dialog ended with its page.
      });
    });
    await page.setRequestInterception(true);
    page.on("request", (request) => {
      const answered = request.url().startsWith(origin)
        ? request.respond({ contentType: "text/html", body: "" })
        : request.continue();
      answered.catch(() => {
        // The page is closed.
      });
    });
    await page.goto(origin);
    return page;
  }

  return {
    async printFresh(html) {
      const page = await openPage();
      try {
        return await print(page, html);
      } finally {
        await page.browserContext().close();
      }
    },
    async printAfter({ html: leaving }, html) {
      const page = await openPage();
      try {
        // The document may fail or time out.
        await page.setContent(leaving, { timeout: settleMs, waitUntil: "domcontentloaded" }).catch(() => undefined);
        return await print(page, html);
      } finally {
        await page.browserContext().close();
      }
    },
    close: () => browser.close(),
  };
}

async function print(page: Page, html: string): Promise<string> {
  await page.setContent(html, { timeout: settleMs });
  await page.waitForFunction("Promise.resolve(window.platenReady).then(() => true)", { timeout: settleMs });
  const pdf = await page.pdf({ tagged: false, outline: false, printBackground: true, timeout: settleMs });
  return Buffer.from(pdf)
    .toString("latin1")
    .replaceAll(/\(D:\d{14}[^)]*\)/g, "");
}
