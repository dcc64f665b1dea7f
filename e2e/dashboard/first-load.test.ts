import { afterAll, beforeAll, expect, jest, test } from "@jest/globals";
import { startPlaten, type Platen } from "@platen/testing";
import type { Browser } from "puppeteer";
import { signIn, type DashboardSession } from "../dashboard-session.ts";
import { buildDashboard, openVisitor, startBrowser, type Visitor } from "./dashboard-browser.ts";

jest.setTimeout(120_000);

const limitBytes = 250 * 1024;

let platen: Platen;
let browser: Browser;
let dashboard: DashboardSession;

beforeAll(async () => {
  await buildDashboard();
  platen = await startPlaten();
  browser = await startBrowser();
  dashboard = await signIn(platen.baseUrl, platen.account);
}, 120_000);

afterAll(async () => {
  await browser?.close();
  await platen?.stop();
});

type Scripts = {
  names(): string[];
  /** Their compressed size. */
  bytes(isCounted?: (name: string) => boolean): number;
};

/** Opens the dashboard in a browser without a cache, and records the scripts that it loads. */
async function openRecorded(): Promise<{ visitor: Visitor; scripts: Scripts }> {
  const visitor = await openVisitor(browser, platen.baseUrl);
  await visitor.page.setViewport({ width: 1440, height: 900 });
  const sizes = new Map<string, number>();
  const uncompressed: string[] = [];
  visitor.page.on("response", (response) => {
    // The name without its hash.
    const name = /\/assets\/(.+)-[\w-]{8}\.m?js$/.exec(response.url())?.[1];
    if (name === undefined) return;
    const headers = response.headers();
    if (headers["content-encoding"] !== "gzip") uncompressed.push(name);
    sizes.set(name, Number(headers["content-length"]));
  });
  const bytes = (isCounted = (_name: string) => true) => {
    expect(uncompressed).toEqual([]);
    return [...sizes].reduce((sum, [name, size]) => sum + (isCounted(name) ? size : 0), 0);
  };
  return { visitor, scripts: { names: () => [...sizes.keys()], bytes } };
}

test("the dashboard starts with less than 250 KB of scripts", async () => {
  const { visitor, scripts } = await openRecorded();
  await visitor.open("/");
  await visitor.find("button", "Sign in");
  expect(scripts.bytes()).toBeGreaterThan(50 * 1024);
  expect(scripts.bytes()).toBeLessThan(limitBytes);
  await visitor.close();
});

test("the list of templates needs less than that without its thumbnails, and nothing of the editor", async () => {
  const { visitor, scripts } = await openRecorded();
  await visitor.takeSession(dashboard);
  await visitor.open(`/projects/${platen.projectId}/templates`);
  await visitor.find("button", "Actions for Invoice");
  await visitor.page.waitForSelector("[data-state=drawn] img");
  const isOfThumbnails = (name: string) => name.startsWith("pdf");
  expect(scripts.names().filter(isOfThumbnails)).not.toEqual([]);
  expect(scripts.names().filter((name) => /editor|design|code|text-tabs|data-view|preview|format/i.test(name))).toEqual(
    [],
  );
  expect(scripts.bytes((name) => !isOfThumbnails(name))).toBeLessThan(limitBytes);
  await visitor.close();
});

test("the editor loads a view when it is opened", async () => {
  const { visitor, scripts } = await openRecorded();
  await visitor.takeSession(dashboard);
  await visitor.open(`/projects/${platen.projectId}/templates/${platen.templates[0]?.templateId}`);
  await visitor.page.waitForSelector('iframe[title="The template filled with sample data"]');
  await visitor.page.waitForSelector("[role=document] canvas");
  expect(scripts.names()).toEqual(expect.arrayContaining(["editor-page", "design-view", "preview-view"]));
  expect(scripts.names()).not.toContain("code-view");
  await visitor.click("button", "Code");
  await visitor.find("textbox", "HTML");
  expect(scripts.names()).toContain("code-view");
  await visitor.close();
});
