import { setTimeout as delay } from "node:timers/promises";
import type { LeakListeners } from "@platen/testing";
import type { Browser as PuppeteerBrowser } from "puppeteer";
import type { LeakVector } from "./leak-corpus.ts";

const framesPerPage = 60;
const pagesAtOnce = 2;
const intervalMs = 200;
// Five seconds: a busy machine takes two from a frame's request to its first leak.
const quietIntervals = 25;
// Ends the wait for frames that never ask.
const timeoutMs = 60_000;
// Browsers trust localhost like https, so they block nothing for lack of trust.
const origin = "http://localhost";
// Everything is allowed but to navigate the page around the frame, which would remove the other frames.
const sandbox =
  "allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox allow-modals allow-downloads";

/**
 * Opens the documents of a corpus as a browser opens any web page: with JavaScript, from a trusted origin, in frames,
 * many to a page. Prints the documents with a header or footer. Resolves when no more hits come.
 */
export async function openCorpus(
  browser: PuppeteerBrowser,
  corpus: readonly LeakVector[],
  listeners: LeakListeners,
): Promise<void> {
  const plain = corpus.filter(({ settings }) => settings.header === undefined);
  const documents = plain.map(({ name, html }) => listeners.fill(name, html));
  const pages = Array.from({ length: Math.ceil(documents.length / framesPerPage) }, (_, index) =>
    documents.slice(index * framesPerPage, (index + 1) * framesPerPage),
  );
  await Promise.all(
    Array.from({ length: pagesAtOnce }, async () => {
      for (let next = pages.shift(); next; next = pages.shift()) await openFrames(browser, next, listeners);
    }),
  );
  for (const { name, html, settings } of corpus) {
    if (settings.header === undefined) continue;
    const page = await browser.newPage();
    await page.setContent(html);
    // Some prints fail because Chromium waits without end for a request.
    await page
      .pdf({
        displayHeaderFooter: true,
        headerTemplate: listeners.fill(name, settings.header),
        footerTemplate: listeners.fill(name, settings.footer ?? ""),
        margin: { top: 100, bottom: 100 },
      })
      .catch(() => undefined);
    await page.close();
  }
  await listeners.settled();
}

async function openFrames(
  browser: PuppeteerBrowser,
  documents: readonly string[],
  listeners: LeakListeners,
): Promise<void> {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  const opened = new Set<string>();
  // The documents themselves come through the debugging pipe, for browsers without a network. Other requests continue.
  await page.setRequestInterception(true);
  page.on("request", (request) => {
    const { origin: own, pathname } = new URL(request.url());
    const html = pathname === "/frames" ? framesOf(documents) : documents[Number(pathname.slice(1))];
    const answered =
      own === origin && html !== undefined
        ? request.respond({ contentType: "text/html; charset=utf-8", body: `<!doctype html>${html}` })
        : request.continue();
    if (own === origin) opened.add(pathname);
    answered.catch(() => {
      // The frame is closed.
    });
  });
  // Some documents prevent the load event.
  page.goto(`${origin}/frames`).catch(() => undefined);
  const deadline = performance.now() + timeoutMs;
  for (let quiet = 0, before = 0; quiet < quietIntervals && performance.now() < deadline;) {
    await delay(intervalMs);
    const events = opened.size + listeners.hits().size;
    quiet = opened.size > documents.length && events === before ? quiet + 1 : 0;
    before = events;
  }
  // Frames that wait for an answer may delay the close. The context ends with the browser at the latest.
  context.close().catch(() => undefined);
}

function framesOf(documents: readonly string[]): string {
  return documents.map((_, index) => `<iframe sandbox="${sandbox}" src="${origin}/${index}"></iframe>`).join("");
}
