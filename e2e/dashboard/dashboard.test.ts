import { execFile, spawnSync } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { createClient } from "@platen/client";
import { operations } from "@platen/contracts";
import { createPng, inProofLane, pdfText, startEmptyPlaten, type EmptyPlaten } from "@platen/testing";
import type { Browser, HTTPRequest } from "puppeteer";
import { signIn, type DashboardSession } from "../dashboard-session.ts";
import { createKey, createProject, createTemplate, publishTemplate } from "../project-setup.ts";
import { accessibilityViolations } from "./accessibility.ts";
import { openDownloads } from "./downloads.ts";
import { choose, chooseFile, chooseFileAt, type } from "./scene-steps.ts";
import { buildDashboard, openVisitor, startBrowser, type Visitor } from "./dashboard-browser.ts";

const run = promisify(execFile);
const interpreters: Record<string, { file: string; command: string }> = {
  curl: { file: "run.sh", command: "sh" },
  TypeScript: { file: "run.ts", command: process.execPath },
  Python: { file: "run.py", command: "python3" },
};
const ada = { email: "ada@example.com", password: "correct horse battery" };

let platen: EmptyPlaten;
let browser: Browser;
/** Ada in a browser. */
let visitor: Visitor;
/** Ada by API. */
let dashboard: DashboardSession;
/** Each test after the set-up has a project of its own. */
let projectId: string;

beforeAll(async () => {
  await buildDashboard();
  [platen, browser] = await Promise.all([startEmptyPlaten(), startBrowser()]);
  visitor = await openVisitor(browser, platen.baseUrl);
  await visitor.page.setViewport({ width: 1440, height: 900 });
});

afterAll(async () => {
  await browser?.close();
  await platen?.stop();
});

afterEach(() => {
  expect(visitor.takeErrors()).toEqual([]);
});

const openPage = (path: string) => visitor.open(`/projects/${projectId}${path}`);
const shownCode = () => visitor.page.$eval("[role=dialog] pre code", (code) => code.textContent ?? "");

test("the first visitor sets up an account", async () => {
  await visitor.open("/");
  await visitor.sees("Welcome to Platen");
  expect(await accessibilityViolations(visitor.page)).toEqual([]);
  await visitor.fill("E-mail", ada.email);
  await visitor.fill("Password", ada.password);
  await visitor.click("button", "Create account");
  await visitor.sees("Create your first project");
  expect(visitor.path()).toBe("/projects");
  expect(await accessibilityViolations(visitor.page)).toEqual([]);
  dashboard = await signIn(platen.baseUrl, ada);
});

test("a project, a template, its publication and an API key are made by keyboard alone, and the key makes a PDF", async () => {
  const { keyboard } = visitor.page;
  await visitor.open("/projects");
  await visitor.sees("Create your first project");
  await keyboard.press("c");
  await visitor.waitForFocus("Name");
  await keyboard.type("Letters");
  await keyboard.press("Enter");
  await visitor.sees("No templates yet");
  await keyboard.press("c");
  await visitor.waitForFocus("Name");
  await keyboard.type("Letter");
  await keyboard.press("Enter");
  await visitor.find("button", "Code");
  await visitor.page.waitForFunction(() => /\/templates\/tpl_\w+$/.test(window.location.pathname));
  const [, project = "", templateId = ""] = /(prj_\w+)\/templates\/(tpl_\w+)$/.exec(visitor.path()) ?? [];
  const params = { projectId: project, templateId };
  const { html } = await dashboard.call(operations.getDraft.member, { params });

  await visitor.click("button", "Code");
  await visitor.writeHtml("<p>Written in Code</p>");
  await visitor.press("Control", "Enter");
  await visitor.fill("Note", "The first");
  // The second time comes while the dialog closes, and publishes nothing.
  for (const _ of ["once", "twice"]) await visitor.press("Control", "Enter");
  await visitor.sees("Version 1 of “Letter” is published.");
  await visitor.dialogCloses();
  const { versions } = await dashboard.call(operations.listVersions.member, { params });
  expect(versions).toHaveLength(1);
  const version = await dashboard.call(operations.getVersion.member, { params: { ...params, version: "1" } });
  expect(version).toMatchObject({ html: `<p>Written in Code</p>${html}`, note: "The first" });

  await visitor.open(`/projects/${project}/api-keys`);
  await visitor.sees("No API keys");
  await visitor.tabTo("New API key");
  await keyboard.press("Enter");
  await visitor.waitForFocus("Name");
  await keyboard.type("Production");
  await keyboard.press("Enter");
  await visitor.sees("It cannot be shown again");
  const key = await shownCode();
  await visitor.page.mouse.click(5, 5);
  await visitor.sees(key);
  await visitor.tabTo("I have stored the key");
  await keyboard.press("Enter");
  await visitor.seesNoMore(key);
  expect(await visitor.page.content()).not.toContain(key.slice(4, -4));
  const client = createClient({ baseUrl: platen.baseUrl, apiKey: key });
  const { pdf, documentId } = await client.generateDocument({ templateId, data: {}, filename: "letter-7" });
  expect((await pdfText(pdf)).join()).toContain("Written in Code");
  await visitor.click("link", "Documents");
  await visitor.click("link", "letter-7");
  await visitor.sees(documentId);
  await visitor.click("link", "Production");
  await visitor.find("link", "letter-7");
  expect(visitor.path()).toContain("/documents?keyId=key_");
});

describe("in a project", () => {
  beforeEach(async () => {
    projectId = await createProject(dashboard, "Billing");
  });

  test("a CSV file becomes a batch, whose PDFs come as one ZIP, named by a column, until it is deleted", async () => {
    const templateId = await publishTemplate(dashboard, projectId, {
      name: "Payslip",
      html: "<h1>{{employee.name}}</h1><p>Net {{net}}</p>",
      dataSets: [{ name: "Sample", json: '{ "employee": { "name": "Ada" }, "net": 1 }' }],
    });
    const downloads = await openDownloads(visitor.page);
    const lines = Array.from({ length: 20 }, (_, row) => `Müller ${row};${row},5;p-${row};unused`);
    await openPage("/batches");
    await visitor.click("link", "New batch");
    await visitor.find("button", "Choose a file");
    // Some lines end as another program ends them, and the last two are no payslips.
    await chooseFile("payslips.csv", `Name;net;number;note\n${lines.join("\n")}\r\n ; ;;\r\nTotal;200;;\n`)(visitor);
    await choose("Template", templateId)(visitor);
    await choose("Reference", "2")(visitor);
    await visitor.page.locator("label::-p-text(Data)").click();
    await visitor.sees('"net": 0.5');
    await visitor.sees("The batch makes 20 documents. 2 rows are left out.");
    await visitor.click("button", "Send and start");
    await visitor.sees("20 of 20 rows ended");
    await visitor.find("link", "p-19");
    const { name, path } = await downloads.saved(() => visitor.click("link", "Download ZIP"));
    expect(name).toBe("payslips.zip");
    const { stdout: listed } = await run("unzip", ["-Z1", path]);
    expect(listed.trim().split("\n")).toEqual(lines.map((_, row) => `p-${row}.pdf`));
    const { stdout: pdf } = await run("unzip", ["-p", path, "p-17.pdf"], { encoding: "buffer" });
    expect((await pdfText(pdf)).join()).toMatch(/Müller 17.*Net 17.5/s);
    const { documents } = await dashboard.call(operations.listDocuments.member, { params: { projectId } });
    expect(documents.map(({ apiKey }) => apiKey)).toEqual(documents.map(() => null));
    await downloads.close();
    await visitor.click("button", "Delete");
    await visitor.sees("with its rows and its 20 PDFs");
    await visitor.click("button", "Delete batch");
    await visitor.sees("No batches yet");
    const emptied = await dashboard.call(operations.listDocuments.member, { params: { projectId } });
    expect(emptied.documents.map(({ content }) => content)).toEqual(documents.map(() => "deleted"));
  });

  inProofLane(test)(
    "a sending that a reload ended goes on with the same file and no other, where the rows end",
    async () => {
      const templateId = await publishTemplate(dashboard, projectId, { name: "Payslip", html: "<h1>{{name}}</h1>" });
      const folder = await mkdtemp(join(tmpdir(), "platen-sending-"));
      const [path, other] = [join(folder, "payslips.csv"), join(folder, "other/payslips.csv")];
      const lines = Array.from({ length: 5 }, (_, row) => `Ada ${row},${"x".repeat(900_000)}`);
      await writeFile(path, `name,note\n${lines.join("\n")}\n`);
      await mkdir(join(folder, "other"));
      await writeFile(other, `name,note\n${lines.slice(1).join("\n")}\n`);
      // The second piece of rows gets no answer.
      let pieces = 0;
      const hold = (request: HTTPRequest) => {
        const isPiece = request.url().endsWith("/rows");
        if (isPiece) pieces += 1;
        if (!isPiece || pieces < 2) void request.continue();
      };
      const { page } = visitor;
      await page.setRequestInterception(true);
      page.on("request", hold);
      await openPage("/batches/new");
      await chooseFileAt(path)(visitor);
      await choose("Template", templateId)(visitor);
      await visitor.find("combobox", "Field for name");
      await visitor.click("button", "Send and start");
      await visitor.sees("3 of 5 rows sent");
      // The page is left before the browser lets the held piece go.
      await page.reload();
      page.off("request", hold);
      await page.setRequestInterception(false);
      await visitor.click("link", "Continue sending payslips.csv");
      await visitor.sees("has 3 of 5 rows");
      expect(await accessibilityViolations(page)).toEqual([]);
      await chooseFileAt(other)(visitor);
      await visitor.sees("“payslips.csv” is not the same file as before: it has 3.6 MB in place of 4.5 MB.");
      await visitor.click("link", "payslips");
      await visitor.click("link", "Continue sending payslips.csv");
      await chooseFileAt(path)(visitor);
      await visitor.sees("5 of 5 rows ended");
      expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes("/sending/")))).toEqual(
        [],
      );
      await rm(folder, { recursive: true });
    },
  );

  inProofLane(test)("a sheet of an Excel workbook becomes a batch, whose files its columns name", async () => {
    const templateId = await publishTemplate(dashboard, projectId, { name: "Payslip", html: "<p>{{Name}}</p>" });
    const workbooks = "../../services/dashboard/src/batches/new/workbook/fixtures";
    await openPage("/batches/new");
    await chooseFileAt(resolve(import.meta.dirname, workbooks, "payslips.xlsx"))(visitor);
    await choose("Template", templateId)(visitor);
    await choose("Sheet", "Faults")(visitor);
    await visitor.find("combobox", "Field for net");
    await visitor.click("button", "Send and start");
    await visitor.sees("Cell B3 of the sheet “Faults”, column “net”: the formula ends in the error #DIV/0!.");
    await choose("Sheet", "Payslips")(visitor);
    await visitor.find("combobox", "Field for Paid on");
    // The mistake of the other sheet says nothing about this one.
    await visitor.seesNoMore("Cell B3 of the sheet");
    await visitor.sees("The workbook leaves 2 formulas of the sheet to be calculated when it is opened");
    await visitor.page.locator("::-p-text(More options)").click();
    await type("File names", "payslip-{Number}")(visitor);
    await visitor.click("button", "Send and start");
    await visitor.sees("2 of 2 rows ended");
    const { documents } = await dashboard.call(operations.listDocuments.member, { params: { projectId } });
    expect(new Set(documents.map(({ filename }) => filename))).toEqual(new Set(["payslip-007.pdf", "payslip-008.pdf"]));
  });

  test("the programs of “Use it” run unchanged, with any data", async () => {
    const json = '{\r\n\t"number" : "7",\n  "note": "it\'s \\"5\\" \\\\ $HOME `pwd` 日本\\nnew line"\n}\n';
    const source = { html: "<h1>Bill {{number}}</h1><p>{{note}}</p>", dataSets: [{ name: "Usual", json }] };
    await publishTemplate(dashboard, projectId, { name: "Bill", ...source });
    const { key } = await createKey(platen.baseUrl, dashboard, projectId, "Production");
    await openPage("/templates");
    await visitor.click("button", "Actions for Bill");
    await visitor.click("menuitem", "Use it");
    const programs = Object.entries(interpreters).filter(([, { command }]) => !spawnSync(command, ["-c", ""]).error);
    for (const [language, { file, command }] of programs) {
      await visitor.click("tab", language);
      await visitor.find("button", `Copy ${language === "curl" ? "command" : language}`);
      const folder = await mkdtemp(join(tmpdir(), "platen-snippet-"));
      await writeFile(join(folder, file), await shownCode());
      await run("env", [`PLATEN_API_KEY=${key}`, command, file], { cwd: folder, timeout: 60_000 });
      const text = (await pdfText(await readFile(join(folder, "document.pdf")))).join(" ").replaceAll(/\s+/g, " ");
      expect(text).toContain('Bill 7 it\'s "5" \\ $HOME `pwd` 日本 new line');
      await rm(folder, { recursive: true });
    }
  });

  test("a picture is uploaded only once its part is chosen, and the focus returns after a crop", async () => {
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

  test("a theme chosen in the account menu stays after a reload, whatever the system prefers", async () => {
    const background = () => visitor.page.$eval("body", (body) => getComputedStyle(body).backgroundColor);
    await visitor.page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: "light" }]);
    await openPage("/settings");
    await visitor.find("button", `Account of ${ada.email}`);
    const light = await background();
    await visitor.click("button", `Account of ${ada.email}`);
    await visitor.click("menuitemradio", "Dark theme");
    const dark = await background();
    expect(dark).not.toBe(light);
    await openPage("/settings");
    await visitor.click("button", `Account of ${ada.email}`);
    await visitor.find("menuitemradio", "System theme");
    expect(await background()).toBe(dark);
    await visitor.click("menuitemradio", "System theme");
    expect(await background()).toBe(light);
    await visitor.page.emulateMediaFeatures([]);
  });

  test("a narrow window has the pages of a project in a menu, a wide one beside the page", async () => {
    const { page } = visitor;
    await openPage("/snippets");
    await visitor.find("link", "Assets");
    expect(await page.$$('::-p-aria([name="Menu"][role="button"])')).toEqual([]);
    await page.setViewport({ width: 390, height: 850 });
    await visitor.click("button", "Menu");
    await visitor.find("dialog", "Billing");
    expect(await accessibilityViolations(page)).toEqual([]);
    await visitor.click("link", "Assets");
    await visitor.sees("No assets yet");
    await visitor.dialogCloses();
    expect(await page.$$('::-p-aria([name="Assets"][role="link"])')).toEqual([]);
    await page.setViewport({ width: 1440, height: 900 });
  });

  test("the buttons of an empty list, and the lines of a dialog's long title, do not touch", async () => {
    await openPage("/templates");
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
    const name = "Settlement of accounts for the deliveries of a year ".repeat(2).slice(0, 95).trim();
    await createTemplate(dashboard, projectId, { name, html: "<p></p>" });
    await openPage("/templates");
    await visitor.click("button", `Actions for ${name}`);
    await visitor.click("menuitem", "Delete");
    await visitor.find("button", "Delete template");
    const lines = await visitor.page.$eval("[role=dialog] h2", (title) => {
      const { lineHeight, fontSize } = getComputedStyle(title);
      return parseFloat(lineHeight) / parseFloat(fontSize);
    });
    expect(lines).toBeGreaterThan(1.2);
  });
});
