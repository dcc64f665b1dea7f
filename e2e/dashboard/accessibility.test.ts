import { afterAll, afterEach, beforeAll, expect, jest, test } from "@jest/globals";
import { operations } from "@platen/contracts";
import { startPlaten, type Platen } from "@platen/testing";
import type { Browser } from "puppeteer";
import { signIn } from "../dashboard-session.ts";
import { accessibilityViolations } from "./accessibility.ts";
import { buildDashboard, openVisitor, signInAs, startBrowser, type Visitor } from "./dashboard-browser.ts";
import { openCanvas } from "./design-canvas.ts";

// What the other tests of the dashboard pass with axe-core on their way is not looked at again here.

jest.setTimeout(240_000);

let platen: Platen;
let browser: Browser;
let visitor: Visitor;
let templates: string;
let template: string;

beforeAll(async () => {
  await buildDashboard();
  [platen, browser] = await Promise.all([startPlaten(), startBrowser()]);
  visitor = await openVisitor(browser, platen.baseUrl);
  await visitor.page.setViewport({ width: 1440, height: 900 });
  await visitor.open("/");
  await signInAs(visitor, platen.account);
  templates = `/projects/${platen.projectId}/templates`;
  template = `${templates}/${platen.templates.find(({ name }) => name === "Invoice")?.templateId ?? ""}`;
}, 240_000);

afterAll(async () => {
  await browser?.close();
  await platen?.stop();
});

afterEach(() => {
  expect(visitor.complaints).toEqual([]);
});

/** Looks at the page as it is; the focus is taken from texts first, whose caret blinks for ever. */
async function isAccessible(): Promise<void> {
  await visitor.page.evaluate(() => {
    if (document.activeElement instanceof HTMLElement && document.activeElement.closest(".cm-editor")) {
      document.activeElement.blur();
    }
  });
  expect(await accessibilityViolations(visitor.page)).toEqual([]);
}

async function openViews(...open: readonly ("design" | "code" | "data" | "preview")[]): Promise<void> {
  const layout = JSON.stringify({ open, shares: {} });
  // The editor keeps unsaved work when it is left.
  await visitor.open("/account");
  await visitor.page.evaluate((text) => {
    localStorage.clear();
    localStorage.setItem("platen.editor-layout", text);
  }, layout);
  await visitor.open(template);
}

async function write(field: string, text: string): Promise<void> {
  const { page } = visitor;
  await (await visitor.find("textbox", field)).focus();
  await page.keyboard.down("Control");
  await page.keyboard.press("Home");
  await page.keyboard.up("Control");
  await page.keyboard.sendCharacter(text);
}

test("Design, with an element selected and with a row of a table, has nothing serious that axe-core finds", async () => {
  await openViews("design");
  const canvas = openCanvas(visitor);
  await canvas.isShown();
  await isAccessible();
  await canvas.click("h1");
  await visitor.sees("Selected: Heading 1");
  await isAccessible();
  await canvas.click(".lines tbody tr:nth-child(3) td.text");
  for (const outer of ["Cell", "Row"]) {
    await visitor.page.keyboard.press("Escape");
    await visitor.sees(`Selected: ${outer}`);
  }
  await isAccessible();
});

test("Code and Data, whole and with mistakes, have nothing serious that axe-core finds", async () => {
  await openViews("code", "data");
  await visitor.find("textbox", "HTML");
  await visitor.sees("Never used");
  await isAccessible();
  await write("HTML", "<p>{{#customer}} {{not.there}} {{/custom}}</p>\n");
  await visitor.sees("1 mistake");
  await isAccessible();
});

test("the preview, and a mistake above the last picture, have nothing serious that axe-core finds", async () => {
  await openViews("code", "preview");
  await visitor.page.waitForSelector("[role=document][aria-busy=false] canvas");
  await isAccessible();
  await write("HTML", "<p>{{#customer}}</p>\n");
  await visitor.sees("Below is the last document that could be made.");
  await isAccessible();
  await visitor.page.reload();
  await visitor.sees("Your unsaved work is back");
  await isAccessible();
});

test("the editor's dialogs have nothing serious that axe-core finds", async () => {
  await openViews("code");
  await visitor.click("button", "Keyboard shortcuts");
  await visitor.sees("Leave the text");
  await isAccessible();
  await openViews("code");
  await visitor.click("button", "Publish");
  await visitor.find("textbox", "Note");
  await isAccessible();
  await openViews("code");
  await visitor.click("button", "Use it");
  await visitor.click("tab", "Python");
  await isAccessible();
});

test("the samples, versions and a comparison have nothing serious that axe-core finds", async () => {
  await visitor.open(templates);
  await visitor.click("button", "New template");
  await visitor.find("radio", "Quarterly report");
  await isAccessible();
  const dashboard = await signIn(platen.baseUrl, platen.account);
  const [, , projectId = "", , templateId = ""] = template.split("/");
  const params = { projectId, templateId };
  const { html, css, settings, dataSets, revision } = await dashboard.call(operations.getDraft, { params });
  const body = { html: html.replaceAll("Invoice", "Tax invoice"), css, settings, dataSets, revision };
  const saved = await dashboard.call(operations.saveDraft, { params, body });
  await dashboard.call(operations.publishDraft, { params, body: { revision: saved.revision, note: "Another name" } });
  await visitor.open(`${template}/versions`);
  await visitor.find("link", "Version 2");
  await isAccessible();
  await visitor.open(`${template}/compare?from=1&to=2`);
  await visitor.find("region", "Changes of HTML");
  await isAccessible();
  await visitor.click("tab", "Pages");
  await visitor.sees("page differs");
  await isAccessible();
});
