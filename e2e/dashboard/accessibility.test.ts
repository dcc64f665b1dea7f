import { afterAll, afterEach, beforeAll, expect, jest, test } from "@jest/globals";
import { operations } from "@platen/contracts";
import { accessibilityViolations } from "./accessibility.ts";
import type { Visitor } from "./dashboard-browser.ts";
import { openCanvas } from "./design-canvas.ts";
import { openEditorAnew, templateNamed, type View } from "./open-editor.ts";
import { startDemo, type Demo } from "./start-demo.ts";

// What the other tests of the dashboard pass with axe-core on their way is not looked at again here.

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

const openViews = (...views: readonly View[]) => openEditorAnew(visitor, params, views);

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
  await visitor.sees("The last working document is shown below.");
  await isAccessible();
  await visitor.page.reload();
  await visitor.sees("Unsaved changes restored");
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
