import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { isProof, startEmptyPlaten, waitFor, type EmptyPlaten } from "@platen/testing";
import type { Browser, Page } from "puppeteer";
import { createFirstAccount } from "../dashboard-session.ts";
import { buildDashboard, openVisitor, signInByForm, startBrowser, type Visitor } from "./dashboard-browser.ts";
import { startForeignSite, type ForeignSite } from "./foreign-site.ts";
import { showInFrames } from "./framed-content.ts";
import { hostileMarkup, waysIn, type HostileMarkup } from "./hostile-markup.ts";
import { noteWhatRuns, whatRan } from "./what-ran.ts";

const account = { email: "ada@example.com", password: "correct horse battery" };
const blank = { body: "<!doctype html><title>Blank</title><body></body>" };

let platen: EmptyPlaten;
let browser: Browser;
let visitor: Visitor;
let site: ForeignSite;

beforeAll(async () => {
  await buildDashboard();
  platen = await startEmptyPlaten({ workers: 0 });
  browser = await startBrowser();
  await createFirstAccount(platen.baseUrl, account);
  // By the form, so that the browser has the cookie with the attributes that the server sets.
  visitor = await openVisitor(browser, platen.baseUrl);
  await visitor.open("/");
  await signInByForm(visitor, account);
});

afterAll(async () => {
  await browser?.close();
  await platen?.stop();
});

beforeEach(async () => {
  site = await startForeignSite({ "/blank": blank });
});

afterEach(async () => {
  await site.close();
});

/** Whether markup has had an effect. */
async function hasActed(page: Page, { name }: HostileMarkup): Promise<boolean> {
  if (site.requests.some(({ path }) => path.startsWith(`/hit/${name}`))) return true;
  // The page may be navigating away.
  return (await whatRan(page).catch((): unknown[] => [])).includes(name);
}

/** Whether the markup replaces the page, or opens another one. */
function goesElsewhere({ isPressed, markup }: HostileMarkup): boolean {
  return isPressed || /<(?:iframe|object|embed|meta)\b/.test(markup);
}

/** Shows markup in unprotected frames of one page, and returns the names of what has no effect. */
async function withoutEffect(inBrowser: Browser, list: readonly HostileMarkup[]): Promise<string[]> {
  const downloadPath = await mkdtemp(join(tmpdir(), "downloads-"));
  const context = await inBrowser.createBrowserContext({ downloadBehavior: { policy: "allow", downloadPath } });
  const page = await context.newPage();
  await page.goto(`${site.origin}/blank`);
  await page.evaluate(noteWhatRuns);
  await showInFrames(page, { src: "/blank" }, list);
  const tries = list.map(async (markup) => {
    const isSeen = waitFor(() => hasActed(page, markup), { describe: markup.name });
    return isSeen.then(
      () => [],
      () => [markup.name],
    );
  });
  const idle = (await Promise.all(tries)).flat();
  await context.close();
  await rm(downloadPath, { recursive: true });
  return idle;
}

/** Waits until the browser has finished everything: until a later request has arrived. */
async function allHasHappened(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const documents = [...document.querySelectorAll("iframe")].map((frame) => frame.contentDocument ?? document);
    const animations = documents.flatMap((inside) => inside.getAnimations());
    await Promise.allSettled(animations.map(({ finished }) => finished));
    await new Promise((resolve) => requestIdleCallback(resolve));
  });
  const last = await startForeignSite();
  const other = await browser.newPage();
  await other.goto(last.origin, { waitUntil: "networkidle0" });
  await other.close();
  await last.close();
}

describe("hostile markup", () => {
  test("has an effect in an unprotected frame, so that the tests below can fail", async () => {
    const list = hostileMarkup(site.origin);
    const staying = list.filter((markup) => !goesElsewhere(markup));
    expect(staying.length).toBeGreaterThan(40);
    const idle = await withoutEffect(browser, staying);
    // Markup that navigates or opens pages gets its own browser, which may not open further pages afterwards. Only an
    // upgrade of Chromium changes the effects, and `npm run proof` runs before it.
    for (const markup of isProof ? list.filter(goesElsewhere) : []) {
      const own = await startBrowser();
      idle.push(...(await withoutEffect(own, [markup])));
      await own.close();
    }
    expect(idle).toEqual([]);
  });

  test.each(waysIn)("in the canvas by %s runs nothing, sends no request and does not navigate", async (way) => {
    const { page } = visitor;
    await visitor.open("/account");
    await visitor.sees(account.email);
    const address = page.url();
    const dialogs: string[] = [];
    page.on("dialog", (dialog) => {
      dialogs.push(dialog.message());
      void dialog.dismiss();
    });
    await page.evaluate(noteWhatRuns);
    const list = hostileMarkup(site.origin);
    await showInFrames(page, { src: "/dashboard/canvas", sandbox: "allow-same-origin", way }, list);
    await allHasHappened(page);
    expect(list.length).toBeGreaterThan(60);
    expect(await whatRan(page)).toEqual([]);
    expect(dialogs).toEqual([]);
    expect(site.connections()).toBe(0);
    expect(page.url()).toBe(address);
    expect(await page.browserContext().pages()).toHaveLength(1);
    await visitor.sees(account.email);
  });
});

describe("the canvas", () => {
  async function openCanvas(): Promise<Page> {
    const { page } = visitor;
    await visitor.open("/account");
    await visitor.sees(account.email);
    await page.evaluate(noteWhatRuns);
    const shown = `<p id="text" style="color: rgb(1, 2, 3)">Dear {{name}}</p>
      <style>@font-face { font-family: f; src: url("data:font/woff2;base64,") } #text { margin: 7px }</style>
      <img id="picture" src="data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA=">`;
    await showInFrames(page, { src: "/dashboard/canvas", sandbox: "allow-same-origin" }, [
      { name: "canvas", markup: shown, way: "innerHTML", isPressed: false },
    ]);
    return page;
  }

  test("shows the text, styles and pictures of a template, and the page can reach its document", async () => {
    const page = await openCanvas();
    const seen = await page.evaluate(async () => {
      const frame = document.getElementById("canvas");
      const inside = frame instanceof HTMLIFrameElement ? frame.contentDocument : null;
      const text = inside?.getElementById("text");
      const picture = inside?.getElementById("picture");
      if (!inside || !text) throw new Error("The canvas is empty.");
      // The elements have classes of the frame's window, so `instanceof` does not work.
      await (picture as HTMLImageElement).decode();
      const { color, marginTop } = getComputedStyle(text);
      return { color, marginTop, mode: inside.compatMode, width: picture?.clientWidth };
    });
    expect(seen).toEqual({ color: "rgb(1, 2, 3)", marginTop: "7px", mode: "CSS1Compat", width: 1 });
  });

  test("cannot read the session, and neither can a script of the page", async () => {
    const page = await openCanvas();
    expect(await visitor.cookie()).toMatch(/platen_session=.{20}/);
    const cookies = await page.evaluate(() => {
      const frame = document.getElementById("canvas");
      return [document.cookie, frame instanceof HTMLIFrameElement ? frame.contentDocument?.cookie : undefined];
    });
    expect(cookies).toEqual(["", ""]);
  });
});
