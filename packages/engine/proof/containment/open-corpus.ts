import type { CDPSession, Browser as PuppeteerBrowser } from "puppeteer";
import type { LeakVector } from "./leak-corpus.ts";
import type { LeakListeners } from "./leak-listeners.ts";

const framesPerPage = 60;
const pagesAtOnce = 2;
const turnMs = 100;
const quietTurns = 6;
const mostMs = 15_000;
// Browsers trust it as they trust https, so that nothing is held back for want of that.
const origin = "http://localhost";
// All a document may do but to take the place of the page it is shown in, and so of its neighbours.
const sandbox =
  "allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox allow-modals allow-downloads";

/**
 * Opens the documents of a corpus as a browser opens any web page: with JavaScript, from an origin that it trusts, many
 * to a page in frames. Resolves when nothing more is heard of them. Those with a header or footer are printed.
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
    // Some cannot be printed at all, as Chromium waits in vain for what they ask for.
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
  const asked = new Set<string>();
  // The documents themselves come without a network, for browsers that have none. All else takes its own way.
  session.on("Fetch.requestPaused", ({ requestId, request }) => {
    const { pathname } = new URL(request.url);
    asked.add(pathname);
    const html = pathname === "/frames" ? framesOf(documents) : (documents[Number(pathname.slice(1))] ?? "");
    const answer = { requestId, responseCode: 200, responseHeaders, body: base64(`<!doctype html>${html}`) };
    session.send("Fetch.fulfillRequest", answer).catch(() => {
      // The frame has gone meanwhile.
    });
  });
  await session.send("Fetch.enable", { patterns: [{ urlPattern: `${origin}/*` }] });
  // Not page.goto, which waits for what some of the documents never let come.
  await session.send("Page.navigate", { url: `${origin}/frames` });
  const deadline = AbortSignal.timeout(mostMs);
  let heard = 0;
  for (let turns = 0; turns < quietTurns && !deadline.aborted;) {
    await takeTurn(session, deadline);
    const known = asked.size + listeners.hits().size;
    turns = asked.size > documents.length && known === heard ? turns + 1 : 0;
    heard = known;
  }
  // Frames that wait for an answer may keep it from closing in good time; the browser's end takes it along.
  context.close().catch(() => undefined);
}

/** Lets the page run for a moment of its own, which is longer where the machine has much to do. */
async function takeTurn(session: CDPSession, deadline: AbortSignal): Promise<void> {
  const turn = session.send("Runtime.evaluate", {
    expression: `new Promise((done) => setTimeout(done, ${turnMs}))`,
    awaitPromise: true,
  });
  const late = Promise.withResolvers<void>();
  const onLate = () => late.resolve();
  deadline.addEventListener("abort", onLate, { once: true });
  // A page that has gone takes no turn; the deadline ends the wait for it.
  await Promise.race([turn.catch(() => late.promise), late.promise]);
  deadline.removeEventListener("abort", onLate);
}

const responseHeaders = [{ name: "content-type", value: "text/html; charset=utf-8" }];

function framesOf(documents: readonly string[]): string {
  return documents.map((_, index) => `<iframe sandbox="${sandbox}" src="${origin}/${index}"></iframe>`).join("");
}

function base64(text: string): string {
  return Buffer.from(text).toString("base64");
}
