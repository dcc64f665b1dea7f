import { execFile, spawnSync } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { operations } from "@platen/contracts";
import { createPng, pdfText, startEmptyPlaten, type EmptyPlaten } from "@platen/testing";
import type { Browser } from "puppeteer";
import { createFirstAccount, type DashboardSession } from "../dashboard-session.ts";
import { createKey, createProject, createTemplate, publishAgain } from "../project-setup.ts";
import { buildDashboard, openSignedIn, startBrowser, type Visitor } from "./dashboard-browser.ts";
import { openDownloads } from "./downloads.ts";

const run = promisify(execFile);
const ada = { email: "ada@example.com", password: "correct horse battery" };

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
});

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

const draftOf = (templateId: string) =>
  dashboard.call(operations.getDraft.member, { params: { projectId, templateId } });

async function sourceOf(templateId: string): Promise<object> {
  const { html, css, settings, dataSets } = await draftOf(templateId);
  return { html, css, settings, dataSets };
}

/** Creates the template that most tests work with. */
async function createBill(): Promise<string> {
  const body = { name: "Bill", description: "For those who pay", tags: ["billing"], ...source };
  return (await dashboard.call(operations.createTemplate.member, { params: { projectId }, body })).template.templateId;
}

describe("a template", () => {
  test("is found by its name, however slowly that is typed", async () => {
    for (const name of ["Letter", "Receipt"]) await createTemplate(dashboard, projectId, { name, html: "<p></p>" });
    await visitor.open(`/projects/${projectId}/templates`);
    await visitor.find("button", "Actions for Receipt");
    await visitor.page.keyboard.press("/");
    // So slowly that the page searches while the next letter is typed, in a browser that is busy.
    const cdp = await visitor.page.createCDPSession();
    await cdp.send("Emulation.setCPUThrottlingRate", { rate: 20 });
    await visitor.page.keyboard.type("lett", { delay: 190 });
    await cdp.detach();
    await visitor.loses("button", "Actions for Receipt");
    expect(visitor.path()).toContain("?search=lett");
    await visitor.find("button", "Actions for Letter");
  });

  test("is duplicated completely, under another name", async () => {
    const templateId = await createBill();
    await visitor.open(`/projects/${projectId}/templates`);
    await visitor.click("button", "Actions for Bill");
    await visitor.click("menuitem", "Duplicate");
    const id = await editorOpens();
    expect(id).not.toBe(templateId);
    const copy = await dashboard.call(operations.getTemplate.member, { params: { projectId, templateId: id } });
    expect(copy).toMatchObject({
      name: "Copy of Bill",
      tags: ["billing"],
      description: "For those who pay",
      version: null,
    });
    expect(await sourceOf(id)).toEqual(source);
  });
});

describe("in a project without templates", () => {
  test("an address of a deleted template says so below the project's tabs, and leads to its list", async () => {
    const { templateId } = await createTemplate(dashboard, projectId, { name: "Gone", html: "<p></p>" });
    await dashboard.call(operations.deleteTemplate.member, { params: { projectId, templateId } });
    await visitor.open(`/projects/${projectId}/templates/${templateId}`);
    await visitor.sees("This template does not exist, or it has been deleted.");
    await visitor.find("navigation", "Project");
    await visitor.click("link", "All templates");
    await visitor.sees("No templates yet");
    expect(visitor.path()).toBe(`/projects/${projectId}/templates`);
  });

  test("the buttons of the empty list do not touch", async () => {
    await visitor.open(`/projects/${projectId}/templates`);
    await visitor.sees("No templates yet");
    const gaps = await visitor.page.$$eval("h2 ~ div button, h2 ~ div a", (all) => {
      const boxes = all.map((button) => button.getBoundingClientRect());
      return boxes.slice(1).map(({ left, top }, at) => {
        const { right, bottom } = boxes[at] ?? new DOMRect();
        return Math.max(left - right, top - bottom);
      });
    });
    expect(gaps.length).toBeGreaterThan(0);
    expect(Math.min(...gaps)).toBeGreaterThan(4);
  });
});

test("the lines of a dialog's long title do not touch", async () => {
  const name = "Settlement of accounts for the deliveries of a year ".repeat(2).slice(0, 95).trim();
  await createTemplate(dashboard, projectId, { name, html: "<p></p>" });
  await visitor.open(`/projects/${projectId}/templates`);
  await visitor.click("button", `Actions for ${name}`);
  await visitor.click("menuitem", "Delete");
  await visitor.find("button", "Delete template");
  const { height, size } = await visitor.page.$eval("[role=dialog] h2", (title) => {
    const { lineHeight, fontSize } = getComputedStyle(title);
    return { height: parseFloat(lineHeight), size: parseFloat(fontSize) };
  });
  expect(height / size).toBeGreaterThan(1.2);
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
      await chooseFile(first.path);
      await visitor.click("button", "Import template");
      await visitor.sees("Another template of the project has this name.");
      await visitor.fill("Name", "Second bill");
      await visitor.click("button", "Import template");
      expect(await sourceOf(await editorOpens())).toEqual(source);
    } finally {
      await downloads.close();
    }
  });
});

describe("a picture", () => {
  test("keeps the focus after a crop, and is not uploaded while its part is being chosen", async () => {
    const params = { projectId };
    const uploaded = await dashboard.call(operations.uploadAsset.member, {
      params,
      query: { name: "logo.png" },
      bytes: new Uint8Array(
        createPng({
          width: 40,
          height: 20,
          bitsPerSample: 8,
          colours: "grey",
          row: (length) => Buffer.alloc(length, 90),
        }),
      ),
    });
    await visitor.open(`/projects/${projectId}/assets`);
    await visitor.click("button", "Actions for logo.png");
    await visitor.click("menuitem", "Crop");
    await visitor.click("button", "Crop logo.png");
    await visitor.find("button", "Keep the whole picture");
    const isReplaceEnabled = () =>
      visitor.page.$$eval("button[type=submit]", (buttons) => buttons.some((button) => !button.disabled));
    expect(await isReplaceEnabled()).toBe(false);
    await visitor.tabTo("Crop");
    await visitor.page.keyboard.press("Enter");
    await visitor.waitForFocus("Crop logo.png");
    expect(await isReplaceEnabled()).toBe(true);
    await visitor.click("button", "Replace");
    await visitor.dialogCloses();
    const { assetId } = uploaded;
    const { revision } = await dashboard.call(operations.getAsset.member, { params: { projectId, assetId } });
    expect(revision).toBe(uploaded.revision + 1);
  });
});

describe("versions", () => {
  let templateId: string;
  beforeEach(async () => {
    templateId = await createBill();
    const params = { projectId, templateId };
    await publishAgain(dashboard, params, (html) => html, "The first");
    await publishAgain(dashboard, params, (html) => html.replace("Bill", "Invoice"));
  });

  test("are listed newest first, and show every part of their source unchanged", async () => {
    await visitor.open(`/projects/${projectId}/templates/${templateId}/versions`);
    await visitor.find("link", "Version 1");
    const rows = await visitor.page.$$eval("tbody tr", (found) => found.map((row) => row.innerText));
    expect(rows.map((row) => /Version \d/.exec(row)?.[0])).toEqual(["Version 2", "Version 1"]);
    expect(rows.map((row) => row.includes("Live"))).toEqual([true, false]);
    await visitor.click("link", "Version 1");
    await visitor.sees("The first");
    for (const [name, text] of [
      ["HTML", source.html],
      ["Data “Usual”", source.dataSets[0]?.json],
    ] as const) {
      await visitor.click("tab", name);
      await visitor.find("region", name);
      expect(await visitor.page.$eval("section code", (code) => code.textContent)).toBe(text);
    }
  });

  test("are compared by source, with the changed words marked", async () => {
    await visitor.open(`/projects/${projectId}/templates/${templateId}/compare?from=1&to=2`);
    await visitor.find("region", "Changes of HTML");
    expect(await visitor.has("region", "Changes of CSS")).toBe(false);
    const marked = await visitor.page.$$eval("mark", (marks) => marks.map((mark) => mark.innerText));
    expect(marked).toEqual(["Bill", "Invoice"]);
  });

  test("are restored to the draft, which stays unpublished", async () => {
    await visitor.open(`/projects/${projectId}/templates/${templateId}/versions`);
    await visitor.click("button", "Actions for version 1");
    await visitor.click("menuitem", "Restore");
    await visitor.sees("Restore version 1?");
    await visitor.click("button", "Restore version");
    expect(await editorOpens()).toBe(templateId);
    expect(await sourceOf(templateId)).toEqual(source);
    const params = { projectId, templateId };
    expect((await dashboard.call(operations.getTemplate.member, { params })).version).toBe(2);
  });
});

describe("use it", () => {
  const interpreters: Record<string, { file: string; command: string }> = {
    curl: { file: "run.sh", command: "sh" },
    TypeScript: { file: "run.ts", command: process.execPath },
    Python: { file: "run.py", command: "python3" },
  };

  test("shows programs that run unchanged, with any data", async () => {
    await publishAgain(dashboard, { projectId, templateId: await createBill() }, (html) => html);
    const { key } = await createKey(platen.baseUrl, dashboard, projectId);
    await visitor.open(`/projects/${projectId}/templates`);
    await visitor.click("button", "Actions for Bill");
    await visitor.click("menuitem", "Use it");
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
});
