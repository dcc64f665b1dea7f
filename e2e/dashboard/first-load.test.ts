import { afterAll, beforeAll, expect, jest, test } from "@jest/globals";
import { startPlaten, type Platen } from "@platen/testing";
import type { Browser } from "puppeteer";
import { buildDashboard, openVisitor, signInAs, startBrowser, type Visitor } from "./dashboard-browser.ts";

jest.setTimeout(120_000);

const limitBytes = 250 * 1024;

let platen: Platen;
let browser: Browser;
let visitor: Visitor;
/** Sizes of the scripts loaded so far, as they came over the wire, by their names without the hash. */
const scripts = new Map<string, number>();

beforeAll(async () => {
  await buildDashboard();
  platen = await startPlaten();
  browser = await startBrowser();
  visitor = await openVisitor(browser, platen.baseUrl);
  await visitor.page.setViewport({ width: 1440, height: 900 });
  visitor.page.on("response", (response) => {
    const name = /\/assets\/(.+)-[\w-]{8}\.m?js$/.exec(response.url())?.[1];
    if (name === undefined) return;
    const headers = response.headers();
    expect(headers["content-encoding"]).toBe("gzip");
    scripts.set(name, Number(headers["content-length"]));
  });
}, 120_000);

afterAll(async () => {
  await browser?.close();
  await platen?.stop();
});

function loadedBytes(names: Iterable<string>): number {
  return [...names].reduce((sum, name) => sum + (scripts.get(name) ?? 0), 0);
}

test("the dashboard starts with less than 250 KB of script", async () => {
  await visitor.open("/");
  await visitor.find("button", "Sign in");
  const bytes = loadedBytes(scripts.keys());
  expect(bytes).toBeGreaterThan(50 * 1024);
  expect(bytes).toBeLessThan(limitBytes);
});

test("the list of templates stays below that too, but for what draws its thumbnails, and loads nothing of the editor", async () => {
  await signInAs(visitor, platen.account);
  await visitor.open(`/projects/${platen.projectId}/templates`);
  await visitor.find("button", "Actions for Invoice");
  await visitor.page.waitForSelector("[data-state=drawn] img");
  const before = [...scripts.keys()];
  expect(before.filter((name) => name.startsWith("pdf"))).not.toEqual([]);
  expect(before.filter((name) => /editor|design|code|text-tabs|data-view|preview|format/i.test(name))).toEqual([]);
  expect(loadedBytes(before.filter((name) => !name.startsWith("pdf")))).toBeLessThan(limitBytes);
});

test("the editor loads its views as they are opened", async () => {
  await visitor.open(`/projects/${platen.projectId}/templates/${platen.templates[0]?.templateId}`);
  await visitor.page.waitForSelector('iframe[title="The template filled with sample data"]');
  await visitor.page.waitForSelector("[role=document] canvas");
  expect([...scripts.keys()]).toEqual(expect.arrayContaining(["editor-page", "design-view", "preview-view"]));
  expect([...scripts.keys()]).not.toContain("code-view");
  await visitor.click("button", "Code");
  await visitor.find("textbox", "HTML");
  expect([...scripts.keys()]).toContain("code-view");
});
