import { afterAll, afterEach, beforeAll, expect, jest, test } from "@jest/globals";
import { operations } from "@platen/contracts";
import { accessibilityViolations } from "./accessibility.ts";
import type { Visitor } from "./dashboard-browser.ts";
import { openCanvas } from "./design-canvas.ts";
import { openFreshEditor, templateNamed, type View } from "./open-editor.ts";
import { startDemo, type Demo } from "./start-demo.ts";

// Other tests of the dashboard check further pages with axe-core.

jest.setTimeout(240_000);

let demo: Demo;
let visitor: Visitor;
let params: { projectId: string; templateId: string };

beforeAll(async () => {
  demo = await startDemo();
  ({ visitor } = demo);
  params = templateNamed(demo.platen, "Invoice");
  await visitor.page.setViewport({ width: 1440, height: 900 });
}, 240_000);

afterAll(() => demo?.stop());

afterEach(() => {
  expect(visitor.takeErrors()).toEqual([]);
});

/** Checks the page. It takes the focus from texts first, because axe-core waits until nothing moves, and a caret blinks. */
async function isAccessible(): Promise<void> {
  await visitor.page.evaluate(() => {
    if (document.activeElement instanceof HTMLElement && document.activeElement.closest(".cm-editor")) {
      document.activeElement.blur();
    }
  });
  expect(await accessibilityViolations(visitor.page)).toEqual([]);
}

const openViews = (...views: readonly View[]) => openFreshEditor(visitor, params, views);

async function write(field: string, text: string): Promise<void> {
  const { page } = visitor;
  await (await visitor.find("textbox", field)).focus();
  await page.keyboard.down("Control");
  await page.keyboard.press("Home");
  await page.keyboard.up("Control");
  await page.keyboard.sendCharacter(text);
}

test("Design has no serious violations, with an element or a row of a table selected", async () => {
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

test("Code and Data have no serious violations, with and without mistakes", async () => {
  await openViews("code", "data");
  await visitor.find("textbox", "HTML");
  await visitor.sees("Never used");
  await isAccessible();
  await write("HTML", "<p>{{#customer}} {{not.there}} {{/custom}}</p>\n");
  await visitor.sees("1 mistake");
  await isAccessible();
});

test("the preview has no serious violations, with and without a mistake", async () => {
  await openViews("code", "preview");
  await visitor.page.waitForSelector("[role=document][aria-busy=false] canvas");
  await isAccessible();
  await write("HTML", "<p>{{#customer}}</p>\n");
  await visitor.sees("The last working document is shown below.");
  await isAccessible();
  await visitor.page.reload();
  await visitor.sees("Unsaved changes restored");
  await isAccessible();
});

test("the editor's dialogs have no serious violations", async () => {
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

test("the samples, versions and a comparison have no serious violations", async () => {
  const templates = `/projects/${params.projectId}/templates`;
  const template = `${templates}/${params.templateId}`;
  await visitor.open(templates);
  await visitor.click("button", "New template");
  await visitor.find("radio", "Quarterly report");
  await isAccessible();
  const { dashboard } = demo;
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
