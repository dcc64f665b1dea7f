import type { CDPSession, Browser as PuppeteerBrowser } from "puppeteer";
import type { LeakVector } from "./leak-corpus.ts";
import type { LeakListeners } from "./leak-listeners.ts";

const framesPerPage = 60;
const pagesAtOnce = 2;
const intervalMs = 100;
const quietIntervals = 6;
const timeoutMs = 15_000;
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
  const session = await page.createCDPSession();
  const requested = new Set<string>();
  // The documents themselves come through the debugging pipe, for browsers without a network. Other requests continue.
  session.on("Fetch.requestPaused", ({ requestId, request }) => {
    const { pathname } = new URL(request.url);
    requested.add(pathname);
    const html = pathname === "/frames" ? framesOf(documents) : (documents[Number(pathname.slice(1))] ?? "");
    const answer = { requestId, responseCode: 200, responseHeaders, body: base64(`<!doctype html>${html}`) };
    session.send("Fetch.fulfillRequest", answer).catch(() => {
      // The frame is closed.
    });
  });
  await session.send("Fetch.enable", { patterns: [{ urlPattern: `${origin}/*` }] });
  // page.goto would wait for a load event that some documents prevent.
  await session.send("Page.navigate", { url: `${origin}/frames` });
  const deadline = AbortSignal.timeout(timeoutMs);
  let previous = 0;
  for (let quiet = 0; quiet < quietIntervals && !deadline.aborted;) {
    await waitInPage(session, deadline);
    const events = requested.size + listeners.hits().size;
    quiet = requested.size > documents.length && events === previous ? quiet + 1 : 0;
    previous = events;
  }
  // Frames that wait for an answer may delay the close. The context ends with the browser at the latest.
  context.close().catch(() => undefined);
}

/** Waits for an interval by the page's own clock, which is slower on a busy machine. */
async function waitInPage(session: CDPSession, deadline: AbortSignal): Promise<void> {
  const interval = session.send("Runtime.evaluate", {
    expression: `new Promise((done) => setTimeout(done, ${intervalMs}))`,
    awaitPromise: true,
  });
  const late = Promise.withResolvers<void>();
  const onLate = () => late.resolve();
  deadline.addEventListener("abort", onLate, { once: true });
  // A closed page never answers. Then the deadline ends the wait.
  await Promise.race([interval.catch(() => late.promise), late.promise]);
  deadline.removeEventListener("abort", onLate);
}

const responseHeaders = [{ name: "content-type", value: "text/html; charset=utf-8" }];

function framesOf(documents: readonly string[]): string {
  return documents.map((_, index) => `<iframe sandbox="${sandbox}" src="${origin}/${index}"></iframe>`).join("");
}

function base64(text: string): string {
  return Buffer.from(text).toString("base64");
}
