import { execFile, spawnSync } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, jest, test } from "@jest/globals";
import { operations } from "@platen/contracts";
import { pdfText, startEmptyPlaten, type EmptyPlaten } from "@platen/testing";
import type { Browser } from "puppeteer";
import { addMember, createFirstAccount, type DashboardSession } from "../dashboard-session.ts";
import { createKey, createProject, createTemplate } from "../project-setup.ts";
import { accessibilityViolations } from "./accessibility.ts";
import { buildDashboard, openSignedIn, startBrowser, type Visitor } from "./dashboard-browser.ts";
import { openDownloads } from "./downloads.ts";

const run = promisify(execFile);
const ada = { email: "ada@example.com", password: "correct horse battery" };
const grace = { email: "grace@example.com", password: "staple gun and paper" };

/** A source with texts that editors, browsers and shells often change. */
const source = {
  html: "<h1>Bill {{number}}</h1>\r\n<p>{{note}}</p>\t \r\n\u2028<p>e\u0301 é 請求 👩‍👩‍👧</p>   ",
  css: "h1 { color: #123456 }\r\n\r\n",
  settings: { format: "A5" as const, margin: { left: "10mm", top: "5mm" }, footer: "<p>\r\n</p>" },
  dataSets: [
    { name: "Usual", json: '{\r\n\t"number" : "7",\n  "note": "it\'s \\"5\\" \\\\ $HOME `pwd` 日本\\nnew line"\n}\n' },
    { name: "Empty", json: "{}" },
  ],
};

// Each test is a walk of many steps, which takes long on a busy machine.
jest.setTimeout(120_000);

let platen: EmptyPlaten;
let browser: Browser;
let visitor: Visitor;
let dashboard: DashboardSession;
/** Each test has a project of its own. */
let projectId: string;

beforeAll(async () => {
  await buildDashboard();
  [platen, browser] = await Promise.all([startEmptyPlaten(), startBrowser()]);
  dashboard = await createFirstAccount(platen.baseUrl, ada);
  visitor = await openSignedIn(browser, platen.baseUrl, dashboard);
}, 180_000);

afterAll(async () => {
  await browser?.close();
  await platen?.stop();
});

beforeEach(async () => {
  projectId = await createProject(dashboard, "Billing");
});

afterEach(() => {
  expect(visitor.takeErrors()).toEqual([]);
});

async function isAccessible({ page }: Visitor = visitor): Promise<void> {
  expect(await accessibilityViolations(page)).toEqual([]);
}

/** Waits for the editor of a template and returns the template's id. */
async function editorOpens(): Promise<string> {
  await visitor.page.waitForFunction(() => /\/templates\/tpl_\w+$/.test(window.location.pathname));
  return /tpl_\w+$/.exec(visitor.path())?.[0] ?? "";
}

async function chooseFile(path: string): Promise<void> {
  const input = await visitor.page.waitForSelector("input[type=file]");
  if (!input) throw new Error("The page has no field for a file.");
  await input.uploadFile(path);
}

const draftOf = (templateId: string) => dashboard.call(operations.getDraft, { params: { projectId, templateId } });

/** Creates the template that most tests work with. */
async function createBill(): Promise<string> {
  const body = { name: "Bill", description: "For those who pay", tags: ["billing"], ...source };
  return (await dashboard.call(operations.createTemplate, { params: { projectId }, body })).template.templateId;
}

/** Saves changes of the template's source and publishes them. */
async function publish(templateId: string, changes: Partial<typeof source>, note: string): Promise<void> {
  const { html, css, settings, dataSets, revision } = await draftOf(templateId);
  const params = { projectId, templateId };
  const body = { html, css, settings, dataSets, revision, ...changes };
  const saved = await dashboard.call(operations.saveDraft, { params, body });
  await dashboard.call(operations.publishDraft, { params, body: { revision: saved.revision, note } });
}

describe("a template", () => {
  test("is created by keyboard alone, and its editor opens", async () => {
    await visitor.open(`/projects/${projectId}/templates`);
    await visitor.sees("No templates yet");
    await isAccessible();
    await visitor.page.keyboard.press("c");
    await visitor.waitForFocus("Name");
    await isAccessible();
    await visitor.page.keyboard.type("Letter");
    await visitor.page.keyboard.press("Enter");
    const id = await editorOpens();
    const params = { projectId, templateId: id };
    expect((await dashboard.call(operations.getProjectTemplate, { params })).name).toBe("Letter");
  });

  test("starts as the chosen sample, and gets its name if none is given", async () => {
    const { samples } = await dashboard.call(operations.listSamples, {});
    expect(samples).toHaveLength(6);
    for (const sample of [samples[0], samples[5]]) {
      if (!sample) throw new Error("The list has six samples.");
      await visitor.open(`/projects/${projectId}/templates`);
      await visitor.click("button", "New template");
      await visitor.click("radio", sample.name);
      await visitor.sees(sample.description);
      await visitor.click("button", "Create template");
      const params = { projectId, templateId: await editorOpens() };
      const { html, css, settings, dataSets } = sample;
      expect(await draftOf(params.templateId)).toMatchObject({ html, css, settings, dataSets });
      expect(await dashboard.call(operations.getProjectTemplate, { params })).toMatchObject({
        name: sample.name,
        description: sample.description,
        tags: sample.tags,
      });
      await dashboard.call(operations.deleteTemplate, { params });
    }
  });

  test("can be chosen by keyboard from samples with pictures", async () => {
    await visitor.open(`/projects/${projectId}/templates`);
    await visitor.click("button", "New template");
    await visitor.waitForFocus("Name");
    await visitor.page.waitForFunction(
      () => document.querySelectorAll("[role=dialog] [data-state=drawn] img").length >= 3,
    );
    await isAccessible();
    await visitor.tabTo("Blank");
    await visitor.page.keyboard.press("ArrowDown");
    await visitor.waitForFocus("Invoice");
    await visitor.page.keyboard.press("Escape");
    await visitor.dialogCloses();
  });

  test("is tagged and described, and found by its tag", async () => {
    await createTemplate(dashboard, projectId, { name: "Bill", html: source.html });
    await createTemplate(dashboard, projectId, { name: "Letter", html: "<p></p>" });
    await visitor.open(`/projects/${projectId}/templates`);
    await visitor.click("button", "Actions for Bill");
    await visitor.click("menuitem", "Tags and description");
    await visitor.click("combobox", "Tags");
    await visitor.page.keyboard.type("billing,<b>");
    await visitor.fill("Description", "For those who pay");
    await isAccessible();
    await visitor.click("button", "Save");
    await visitor.sees("Must be 1 to 40 letters");
    await visitor.click("combobox", "Tags");
    await visitor.page.keyboard.press("Backspace");
    await visitor.click("button", "Save");
    await visitor.dialogCloses();
    await visitor.sees("For those who pay");
    await visitor.click("button", "Show only templates tagged billing");
    await visitor.page.waitForSelector('::-p-aria([name="Actions for Letter"])', { hidden: true });
    expect(visitor.path()).toContain("?tag=billing");
    await visitor.find("button", "Actions for Bill");
    await isAccessible();
  });

  test("is duplicated completely, under a free name", async () => {
    const templateId = await createBill();
    for (const name of ["Copy of Bill", "Copy of Bill 2"]) {
      await visitor.open(`/projects/${projectId}/templates`);
      await visitor.click("button", "Actions for Bill");
      await visitor.click("menuitem", "Duplicate");
      const id = await editorOpens();
      expect(id).not.toBe(templateId);
      const copy = await dashboard.call(operations.getProjectTemplate, { params: { projectId, templateId: id } });
      expect(copy).toMatchObject({ name, tags: ["billing"], description: "For those who pay", version: null });
      const { html, css, settings, dataSets } = await draftOf(id);
      expect({ html, css, settings, dataSets }).toEqual(source);
    }
  });
});

describe("a file", () => {
  test("of an exported template gives the same file again after an import, byte for byte", async () => {
    await createBill();
    const downloads = await openDownloads(visitor.page);
    const exportBill = async (project: string) => {
      await visitor.open(`/projects/${project}/templates`);
      await visitor.click("button", "Actions for Bill");
      return downloads.saved(() => visitor.click("menuitem", "Export as a file"));
    };
    try {
      const first = await exportBill(projectId);
      expect(first.name).toBe("Bill.platen.json");
      const elsewhere = await createProject(dashboard, "Elsewhere");
      await visitor.open(`/projects/${elsewhere}/templates`);
      await visitor.click("button", "Import");
      await chooseFile(first.path);
      await visitor.sees("For those who pay");
      await visitor.click("button", "Import template");
      await editorOpens();
      const second = await exportBill(elsewhere);
      expect(second.bytes.equals(first.bytes)).toBe(true);

      await visitor.open(`/projects/${projectId}/templates`);
      await visitor.click("button", "Import");
      await visitor.sees("Import a template");
      await isAccessible();
      await chooseFile(first.path);
      await visitor.click("button", "Import template");
      await visitor.sees("Another template of the project has this name.");
      await visitor.fill("Name", "Second bill");
      await visitor.click("button", "Import template");
      const { html, css, settings, dataSets } = await draftOf(await editorOpens());
      expect({ html, css, settings, dataSets }).toEqual(source);
    } finally {
      await downloads.close();
    }
  });

  test("that is not a template is refused with the position of the mistake, and another can be chosen", async () => {
    const folder = await mkdtemp(join(tmpdir(), "platen-import-"));
    const chosen = async (content: string) => {
      const path = join(folder, "some.json");
      await writeFile(path, content);
      await chooseFile(path);
    };
    await visitor.open(`/projects/${projectId}/templates`);
    await visitor.click("button", "Import");
    await chosen('{ "format": "platen-template",\n }');
    await visitor.sees("Line 2, column 2");
    await isAccessible();
    await chosen('{ "format": "something else", "formatVersion": 1 }');
    await visitor.sees("not a template exported from Platen");
    await chosen('{ "format": "platen-template", "formatVersion": 7 }');
    await visitor.sees("newer Platen");
    await chosen('{ "format": "platen-template", "formatVersion": 1, "name": "" }');
    await visitor.sees("html is missing");
    await visitor.page.keyboard.press("Escape");
    await visitor.dialogCloses();
    await rm(folder, { recursive: true });
  });
});

describe("versions", () => {
  let templateId: string;
  const heading = (text: string) => source.html.replace("Bill", text);

  beforeEach(async () => {
    templateId = await createBill();
  });

  async function publishTwo(): Promise<void> {
    await publish(templateId, {}, "The first");
    await publish(templateId, { html: heading("Invoice"), css: "h1 { color: #654321 }" }, "Another <b>heading</b>");
  }

  test("are listed, newest first, and without any the page links to the editor", async () => {
    await visitor.open(`/projects/${projectId}/templates/${templateId}/versions`);
    await visitor.sees("Nothing is published yet");
    await isAccessible();
    await publishTwo();
    await visitor.open(`/projects/${projectId}/templates/${templateId}/versions`);
    await visitor.sees("Another <b>heading</b>");
    await isAccessible();
    const rows = await visitor.page.$$eval("tbody tr", (found) => found.map((row) => row.innerText));
    expect(rows.map((row) => /Version \d/.exec(row)?.[0])).toEqual(["Version 2", "Version 1"]);
    expect(rows.map((row) => row.includes("Current"))).toEqual([true, false]);
  });

  test("show their pages, and every part of their source unchanged", async () => {
    await publishTwo();
    await visitor.open(`/projects/${projectId}/templates/${templateId}/versions`);
    await visitor.click("link", "Version 1");
    await visitor.find("image", "Page 1 of 1");
    await visitor.sees("The first");
    await isAccessible();
    await visitor.click("tab", "HTML");
    await visitor.find("region", "HTML");
    expect(await visitor.page.$eval("section code", (code) => code.textContent)).toBe(source.html);
    await isAccessible();
    await visitor.click("tab", "Data “Usual”");
    await visitor.find("region", "Data “Usual”");
    expect(await visitor.page.$eval("section code", (code) => code.textContent)).toBe(source.dataSets[0]?.json);
  });

  test("are compared by source and by pixels, with each other and with the draft", async () => {
    await publishTwo();
    await visitor.open(`/projects/${projectId}/templates/${templateId}/compare?from=1&to=2`);
    await visitor.find("region", "Changes of HTML");
    await visitor.find("region", "Changes of CSS");
    expect(await visitor.has("region", "Changes of Settings")).toBe(false);
    const marked = await visitor.page.$$eval("mark", (marks) => marks.map((mark) => mark.innerText));
    expect(marked.slice(0, 2)).toEqual(["Bill", "Invoice"]);
    await isAccessible();
    await visitor.click("tab", "Pages");
    await visitor.sees("1 of 1 page differs.");
    await visitor.find("image", "Version 1, page 1");
    await visitor.find("image", "Version 2, page 1");
    await isAccessible();
    await visitor.open(`/projects/${projectId}/templates/${templateId}/compare?from=2&to=draft&view=pages`);
    await visitor.sees("The page is the same, pixel by pixel.");
    await visitor.click("tab", "Source");
    await visitor.sees("The sources are the same.");
    await isAccessible();
  });

  test("are restored to the draft, which stays unpublished", async () => {
    await publishTwo();
    await visitor.open(`/projects/${projectId}/templates/${templateId}/versions`);
    await visitor.click("button", "Actions for version 1");
    await visitor.click("menuitem", "Restore");
    await visitor.sees("Restore version 1?");
    await isAccessible();
    await visitor.click("button", "Restore version");
    expect(await editorOpens()).toBe(templateId);
    const { html, css, settings, dataSets } = await draftOf(templateId);
    expect({ html, css, settings, dataSets }).toEqual(source);
    const params = { projectId, templateId };
    expect((await dashboard.call(operations.getProjectTemplate, { params })).version).toBe(2);
  });
});

describe("use it", () => {
  const interpreters: Record<string, { file: string; command: string }> = {
    curl: { file: "run.sh", command: "sh" },
    TypeScript: { file: "run.ts", command: process.execPath },
    Python: { file: "run.py", command: "python3" },
  };

  async function openUseIt(name: string): Promise<void> {
    await visitor.open(`/projects/${projectId}/templates`);
    await visitor.click("button", `Actions for ${name}`);
    await visitor.click("menuitem", "Use it");
    await visitor.find("tab", "curl");
  }

  test("shows programs that run unchanged, with any data", async () => {
    await publish(await createBill(), {}, "The first");
    const { key } = await createKey(platen.baseUrl, dashboard, projectId);
    await openUseIt("Bill");
    await isAccessible();
    for (const [language, { file, command }] of Object.entries(interpreters)) {
      if (spawnSync(command, ["-c", ""]).error) continue;
      await visitor.click("tab", language);
      await visitor.find("button", `Copy ${language === "curl" ? "command" : language}`);
      const code = await visitor.page.$eval("[role=dialog] pre code", (shown) => shown.textContent ?? "");
      const folder = await mkdtemp(join(tmpdir(), "platen-snippet-"));
      await writeFile(join(folder, file), code);
      await run("env", [`PLATEN_API_KEY=${key}`, command, file], { cwd: folder, timeout: 60_000 });
      const text = (await pdfText(await readFile(join(folder, "document.pdf")))).join(" ").replaceAll(/\s+/g, " ");
      expect(text).toContain("Bill 7");
      expect(text).toContain('it\'s "5" \\ $HOME `pwd` 日本 new line');
      await rm(folder, { recursive: true });
    }
  });

  test("warns if nothing is published yet, and links to the keys", async () => {
    await createTemplate(dashboard, projectId, { name: "Letter", html: "<p></p>" });
    await openUseIt("Letter");
    await visitor.sees("This template is not published yet.");
    await visitor.click("link", "API key");
    await visitor.page.waitForFunction(() => window.location.pathname.endsWith("/api-keys"));
  });
});

test("a viewer sees everything, and no action that changes anything", async () => {
  const templateId = await createBill();
  await publish(templateId, {}, "The first");
  const session = await addMember(platen.baseUrl, dashboard, { projectId, role: "viewer" }, grace);
  const viewer = await openSignedIn(browser, platen.baseUrl, session);
  await viewer.open(`/projects/${projectId}/templates`);
  await viewer.click("button", "Actions for Bill");
  await viewer.find("menuitem", "Export as a file");
  for (const name of ["Duplicate", "Rename", "Tags and description", "Delete"]) {
    expect(await viewer.has("menuitem", name)).toBe(false);
  }
  for (const name of ["New template", "Import"]) expect(await viewer.has("button", name)).toBe(false);
  await viewer.open(`/projects/${projectId}/templates/${templateId}/versions/1`);
  await viewer.find("image", "Page 1 of 1");
  expect(await viewer.has("button", "Restore")).toBe(false);
  await viewer.open(`/projects/${projectId}/templates/${templateId}/versions`);
  await viewer.click("button", "Actions for version 1");
  await viewer.find("menuitem", "View");
  expect(await viewer.has("menuitem", "Restore")).toBe(false);
  expect(viewer.errors).toEqual([]);
  await viewer.close();
});

test("a missing version and a missing template say so", async () => {
  const templateId = await createBill();
  await visitor.open(`/projects/${projectId}/templates/${templateId}/versions/99`);
  await visitor.sees("Not found");
  await visitor.open(`/projects/${projectId}/templates/tpl_01jd3k8v7n2q4r6s8t0v2w4x6z/versions`);
  await visitor.sees("Not found");
  await isAccessible();
});
