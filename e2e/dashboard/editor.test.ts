import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { operations } from "@platen/contracts";
import type { DashboardSession } from "../dashboard-session.ts";
import { createTemplate } from "../project-setup.ts";
import { openVisitor, type Visitor } from "./dashboard-browser.ts";
import { chooseViews, openEditor } from "./open-editor.ts";
import { startDemo, type Demo } from "./start-demo.ts";

let demo: Demo;
let visitor: Visitor;
let dashboard: DashboardSession;
let params: { projectId: string; templateId: string };

beforeAll(async () => {
  demo = await startDemo();
  ({ visitor, dashboard } = demo);
  await chooseViews(visitor, ["code", "data"]);
});

afterAll(() => demo?.stop());

/** Each test has a template of its own. */
beforeEach(async () => {
  const { projectId } = demo.platen;
  const letter = { name: `Letter ${Math.random()}`, html: "<p>Dear {{name}}</p>\n" };
  const { templateId } = await createTemplate(dashboard, projectId, letter);
  params = { projectId, templateId };
});

afterEach(() => {
  expect(visitor.takeErrors()).toEqual([]);
});

async function openLetter(): Promise<void> {
  await openEditor(visitor, params);
  await visitor.find("textbox", "HTML");
}

const draft = () => dashboard.call(operations.getDraft, { params });
const htmlShown = () =>
  visitor.page.$eval('[data-view="code"] .cm-content', (content) =>
    content instanceof HTMLElement ? content.innerText : "",
  );

/** Saves another version of the draft in the meantime. */
async function saveElsewhere(html: string): Promise<void> {
  const { css, settings, dataSets, revision } = await draft();
  await dashboard.call(operations.saveDraft, { params, body: { html, css, settings, dataSets, revision } });
}

describe("the editor", () => {
  test("is reached, used and saved with the keyboard alone", async () => {
    const { name } = await dashboard.call(operations.getProjectTemplate, { params });
    await visitor.open(`/projects/${params.projectId}/templates`);
    await visitor.find("link", name);
    await visitor.tabTo(name);
    await visitor.page.keyboard.press("Enter");
    await visitor.find("textbox", "HTML");
    await visitor.sees("Saved");
    await visitor.tabTo("HTML");
    await visitor.tabTo("HTML");
    await visitor.press("Control", "Home");
    await visitor.page.keyboard.type("Hello ");
    await visitor.sees("Not saved");
    await visitor.press("Control", "s");
    await visitor.sees("Saved");
    expect((await draft()).html).toBe("Hello <p>Dear {{name}}</p>\n");
    // The saved text is not kept as unsaved changes.
    await visitor.page.waitForFunction(
      (id: string) => !Object.keys(localStorage).some((key) => key.includes(id)),
      {},
      params.templateId,
    );
  });

  test("refuses to save a mistake, and shows it", async () => {
    await openLetter();
    await visitor.writeHtml("{{#open}} ");
    await visitor.press("Control", "s");
    await visitor.sees("HTML, line 1");
    await visitor.click("button", "Show");
    await visitor.sees("Line 1, column 1");
    expect((await draft()).revision).toBe(1);
    await visitor.press("Control", "z");
    await visitor.sees("Saved");
    await visitor.seesNoMore("Not saved.");
  });

  test("explains tags of another template language, shows them, and still saves them", async () => {
    await openLetter();
    await visitor.writeHtml("{{total + tax}} ");
    await visitor.sees("HTML, line 1, column 1: Mustache cannot calculate or compare");
    await visitor.sees("1 mistake");
    await visitor.click("button", "Show");
    await visitor.sees("Line 1, column 1");
    await visitor.press("Control", "s");
    await visitor.sees("Saved");
    expect((await draft()).revision).toBe(2);
    await visitor.click("button", "Close");
    await visitor.seesNoMore("HTML, line 1, column 1");
  });
});

describe("unsaved changes", () => {
  test("are restored after a reload, until they are discarded", async () => {
    await openLetter();
    await visitor.writeHtml("Kept ");
    await visitor.sees("Not saved");
    await visitor.page.reload();
    await visitor.sees("Unsaved changes restored");
    await visitor.find("textbox", "HTML");
    expect(await htmlShown()).toContain("Kept <p>");
    await visitor.click("button", "Discard changes");
    await visitor.seesNoMore("Unsaved changes restored");
    expect(await htmlShown()).not.toContain("Kept");
    await visitor.sees("Saved");

    await visitor.writeHtml("Left ");
    await visitor.click("link", "All templates");
    await visitor.sees("This browser keeps your unsaved changes to “Letter");
  });
});

describe("after another member has saved", () => {
  test("both versions are shown, and mine is saved only if I choose it", async () => {
    await openLetter();
    await saveElsewhere("<p>Theirs</p>\n");
    await visitor.writeHtml("Mine ");
    await visitor.press("Control", "s");
    await visitor.sees("This template was saved in the meantime");
    await visitor.sees(`${demo.platen.account.email} saved this template`);
    await visitor.sees("<p>Theirs</p>");
    expect((await draft()).html).toBe("<p>Theirs</p>\n");
    await visitor.click("button", "Keep mine");
    await visitor.dialogCloses();
    await visitor.sees("Saved");
    expect((await draft()).html).toBe("Mine <p>Dear {{name}}</p>\n");
  });

  test("I can take theirs, and undo brings mine back", async () => {
    await openLetter();
    await saveElsewhere("<p>Theirs</p>\n");
    await visitor.writeHtml("Mine ");
    await visitor.press("Control", "s");
    await visitor.click("button", "Take theirs");
    await visitor.dialogCloses();
    await visitor.seesNoMore("Not saved");
    expect(await htmlShown()).toContain("<p>Theirs</p>");
    await visitor.click("button", "Undo");
    await visitor.sees("Not saved");
    expect(await htmlShown()).toContain("Mine <p>");
  });
});

describe("data sets", () => {
  test("are added under a new name only", async () => {
    await openLetter();
    await visitor.click("button", "New data set");
    await visitor.fill("Name", "Sample data");
    await visitor.click("button", "Add data set");
    await visitor.sees("Another data set has this name.");
    await visitor.fill("Name", "Long names");
    await visitor.click("button", "Add data set");
    await visitor.dialogCloses();
    await visitor.find("textbox", "Data set Long names");
    await visitor.press("Control", "s");
    await visitor.sees("Saved");
    expect((await draft()).dataSets.map(({ name }) => name)).toEqual(["Sample data", "Long names"]);
  });
});

describe("texts of the template", () => {
  test("are saved with its draft, and the preview is asked for their language", async () => {
    await chooseViews(visitor, ["texts", "preview"]);
    await openEditor(visitor, params);
    await visitor.click("button", "Add a key");
    await visitor.fill("Key", "letter.title");
    await visitor.fill("Text in English", "Reminder");
    await visitor.click("button", "Add key");
    await visitor.dialogCloses();
    // Saving does not require that the text is left first.
    await visitor.fill("letter.title, English", "Last reminder");
    await visitor.press("Control", "s");
    await visitor.sees("Saved");
    const translations = { en: { "letter.title": "Last reminder" } };
    expect((await draft()).translations).toEqual(translations);
    const asked = visitor.page.waitForRequest((request) => request.postData()?.includes('"locale":"en-XA"') ?? false);
    await visitor.page.select('[aria-label="Language of the preview"]', "en-XA");
    expect(JSON.parse((await asked).postData() ?? "")).toMatchObject({ translations });
    await chooseViews(visitor, ["code", "data"]);
  });
});

const limitBytes = 250 * 1024;

type Scripts = {
  names(): string[];
  /** Their compressed size. */
  bytes(isCounted?: (name: string) => boolean): number;
};

/** Opens the dashboard in a browser without a cache, and records the scripts that it loads. */
async function openRecorded(): Promise<{ recorded: Visitor; scripts: Scripts }> {
  const recorded = await openVisitor(demo.browser, demo.platen.baseUrl);
  await recorded.page.setViewport({ width: 1440, height: 900 });
  const sizes = new Map<string, number>();
  const uncompressed: string[] = [];
  recorded.page.on("response", (response) => {
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
  return { recorded, scripts: { names: () => [...sizes.keys()], bytes } };
}

describe("scripts", () => {
  test("start the dashboard with less than 250 KB", async () => {
    const { recorded, scripts } = await openRecorded();
    await recorded.open("/");
    await recorded.find("button", "Sign in");
    expect(scripts.bytes()).toBeGreaterThan(50 * 1024);
    expect(scripts.bytes()).toBeLessThan(limitBytes);
    await recorded.close();
  });

  test("of the list of templates are less than that without its thumbnails, and none of the editor", async () => {
    const { recorded, scripts } = await openRecorded();
    await recorded.takeSession(dashboard);
    await recorded.open(`/projects/${demo.platen.projectId}/templates`);
    await recorded.find("button", "Actions for Invoice");
    await recorded.page.waitForSelector("[data-state=drawn] img");
    const isOfThumbnails = (name: string) => name.startsWith("pdf");
    expect(scripts.names().filter(isOfThumbnails)).not.toEqual([]);
    expect(
      scripts.names().filter((name) => /editor|design|code|text-tabs|data-view|preview|format/i.test(name)),
    ).toEqual([]);
    expect(scripts.bytes((name) => !isOfThumbnails(name))).toBeLessThan(limitBytes);
    await recorded.close();
  });

  test("of a view of the editor are loaded when it is opened", async () => {
    const { recorded, scripts } = await openRecorded();
    await recorded.takeSession(dashboard);
    await recorded.open(`/projects/${demo.platen.projectId}/templates/${demo.platen.templates[0]?.templateId}`);
    await recorded.page.waitForSelector('iframe[title="The template filled with sample data"]');
    await recorded.page.waitForSelector("[role=document] canvas");
    expect(scripts.names()).toEqual(expect.arrayContaining(["editor-page", "design-view", "preview-view"]));
    expect(scripts.names()).not.toContain("code-view");
    await recorded.click("button", "Code");
    await recorded.find("textbox", "HTML");
    expect(scripts.names()).toContain("code-view");
    await recorded.close();
  });
});
