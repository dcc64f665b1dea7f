import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { createClient } from "@platen/client";
import { operations } from "@platen/contracts";
import { inProofLane, pdfText, startEmptyPlaten, waitFor, type EmptyPlaten } from "@platen/testing";
import type { Browser, HTTPRequest } from "puppeteer";
import { signIn, type DashboardSession } from "../dashboard-session.ts";
import { createKey, createProject, createTemplate, publishTemplate } from "../project-setup.ts";
import { accessibilityViolations } from "./accessibility.ts";
import { openDownloads } from "./downloads.ts";
import { choose, chooseFile, chooseFileAt, type } from "./scene-steps.ts";
import { buildDashboard, openVisitor, startBrowser, type Visitor } from "./dashboard-browser.ts";

const run = promisify(execFile);
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
const shownOnce = () => visitor.page.$eval("[role=dialog] pre code", (code) => code.textContent ?? "");

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

test("a project and a template are created by keyboard, written, saved and published", async () => {
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
  await visitor.click("button", "Publish");
  await visitor.fill("Note", "The first");
  const mayPublishAgain = visitor.page.evaluate(
    () =>
      new Promise<boolean>((answer) => {
        const observer = new MutationObserver(() => {
          if (!document.body.innerText.includes("is published.")) return;
          observer.disconnect();
          requestAnimationFrame(() => {
            const form = document.querySelector("[role=dialog] form");
            answer(form !== null && form.closest("[inert]") === null);
          });
        });
        observer.observe(document.body, { childList: true, subtree: true });
      }),
  );
  await visitor.press("Control", "Enter");
  await visitor.sees("Version 1 of “Letter” is published.");
  expect(await mayPublishAgain).toBe(false);
  const version = await dashboard.call(operations.getVersion.member, { params: { ...params, version: "1" } });
  expect(version).toMatchObject({ html: `<p>Written in Code</p>${html}`, note: "The first" });
  const state = (text: string) =>
    visitor.page.waitForFunction((wanted) => document.querySelector("header")?.innerText.includes(wanted), {}, text);
  await state("Draft · no changes\nLive v1");
  await visitor.press("Control", "Enter");
  await visitor.sees("The draft is the same as version 1, which is live.");
  await visitor.writeHtml("<p>The second</p>");
  await state("Draft · 1 change\nLive v1");
  await visitor.click("button", "Publish");
  await visitor.find("textbox", "Note");
  await visitor.press("Control", "Enter");
  await visitor.click("button", "Undo (back to v1)");
  await state("Draft · 1 change\nLive v1");
  expect((await dashboard.call(operations.getTemplate.member, { params })).version).toBe(1);
});

describe("in a project", () => {
  beforeEach(async () => {
    projectId = await createProject(dashboard, "Billing");
  });

  test("an API key is created by keyboard alone, shown in full once, and works", async () => {
    const { keyboard } = visitor.page;
    await openPage("/api-keys");
    await visitor.sees("No API keys");
    await visitor.tabTo("New API key");
    await keyboard.press("Enter");
    await visitor.waitForFocus("Name");
    await keyboard.type("Production");
    await keyboard.press("Enter");
    await visitor.sees("It cannot be shown again");
    const key = await shownOnce();
    expect(key).toMatch(/^plt_\w{46}$/);
    await visitor.page.mouse.click(5, 5);
    await visitor.sees(key);
    await visitor.tabTo("I have stored the key");
    await keyboard.press("Enter");
    await visitor.seesNoMore(key);
    expect(await visitor.page.content()).not.toContain(key.slice(4, -4));
    await visitor.sees(key.slice(-4));

    const { templateId, revision } = await createTemplate(dashboard, projectId, {
      name: "Invoice",
      html: "<h1>Invoice {{number}}</h1>",
    });
    await dashboard.call(operations.publishDraft.member, { params: { projectId, templateId }, body: { revision } });
    const client = createClient({ baseUrl: platen.baseUrl, apiKey: key });
    const order = { templateId, data: { number: "7" }, filename: "invoice-7" };
    const { pdf, documentId } = await client.generateDocument(order);
    expect((await pdfText(pdf)).join()).toContain("Invoice 7");
    await visitor.click("link", "Documents");
    await visitor.click("link", "invoice-7");
    await visitor.sees(documentId);
    await visitor.sees("with the key “Production”");
    await visitor.click("link", "Production");
    await visitor.find("link", "invoice-7");
    expect(visitor.path()).toContain("/documents?keyId=key_");
  });

  test("a warning of a document leads to its line in the editor", async () => {
    const { client } = await createKey(platen.baseUrl, dashboard, projectId, "Production");
    const source = { name: "Invoice", html: "<h1>Invoice</h1>\n<p>\n  {{number}}</p>" };
    const { templateId, revision } = await createTemplate(dashboard, projectId, source);
    await dashboard.call(operations.publishDraft.member, { params: { projectId, templateId }, body: { revision } });
    const { documentId } = await client.generateDocument({ templateId, data: {} });
    await client.generateDocument({ templateId, data: {}, filename: "other" });
    await openPage(`/documents?search=${documentId}`);
    await visitor.click("link", `Document …${documentId.slice(-4)}`);
    await visitor.click("link", "Open template at line 3");
    await visitor.sees("Line 3, column 3");
    expect(visitor.path()).toBe(`/projects/${projectId}/templates/${templateId}`);
  });

  test("a document that failed gives the reason once, in the words of the request", async () => {
    const { client } = await createKey(platen.baseUrl, dashboard, projectId, "Production");
    const templateId = await publishTemplate(dashboard, projectId, { name: "Invoice", html: "<p></p>" });
    const order = client.generateDocument({ templateId, data: {}, options: { pageRanges: "900" } });
    await expect(order).rejects.toMatchObject({ code: "render.failed" });
    // The worker reports the outcome after the answer.
    const documentId = await waitFor(
      async () => (await client.listDocuments({ status: "failed" })).documents[0]?.documentId,
      { describe: "the failed document" },
    );
    await openPage(`/documents/${documentId}`);
    await visitor.sees("The same request will fail again.");
    const text = await visitor.page.$eval("main", (main) => main.innerText);
    expect(text.match(/options\.pageRanges/g)).toHaveLength(1);
    expect(text).not.toContain("settings.");
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
    expect(new Set(documents.map(({ filename }) => filename))).toEqual(new Set(["payslip-007", "payslip-008"]));
  });

  test("a member joins by a link that works once, and loses the project when removed", async () => {
    const person = { email: "grace@example.com", password: "staple gun and paper" };
    await openPage("/members");
    await visitor.click("button", "Invite");
    await visitor.fill("E-mail", person.email);
    await visitor.click("button", "Invite as editor");
    await visitor.sees("works once");
    const link = await shownOnce();
    expect(link).toMatch(new RegExp(`^${platen.baseUrl}/dashboard/invitation#[\\w-]{40,}$`));
    await visitor.click("button", "I have the link");
    await visitor.dialogCloses();

    const invited = await openVisitor(browser, platen.baseUrl);
    await invited.page.goto(link);
    await invited.sees("Join “Billing”");
    expect(await invited.page.$eval("main p", (words) => getComputedStyle(words).textWrap)).toBe("pretty");
    await invited.fill("Password", person.password);
    await invited.click("button", "Join");
    await invited.find("link", "Billing");
    await invited.page.goto(link);
    await invited.page.reload();
    await invited.sees("This invitation has expired, or was withdrawn, replaced or accepted.");

    await openPage("/members");
    await visitor.click("button", `Actions for ${person.email}`);
    await visitor.click("menuitem", "Remove");
    await visitor.click("button", "Remove member");
    await visitor.sees(`${person.email} is removed.`);
    await invited.open(`/projects/${projectId}/api-keys`);
    await invited.sees("This project does not exist, or you are not one of its members.");
    expect(invited.errors).toEqual([]);
    await invited.close();
  });

  test("texts are translated by keyboard alone, saved when they are left, undone and imported", async () => {
    const params = { projectId };
    const due = "Due in {days, plural, one {# day} other {# days}}";
    const changes = { en: { greeting: "Hello {name}", "invoice.due": due }, de: {} };
    await dashboard.call(operations.changeTranslations.member, { params, body: { changes } });
    const german = async () =>
      (await dashboard.call(operations.getTranslations.member, { params })).languages.find(
        ({ locale }) => locale === "de",
      )?.messages;
    const isSaved = () => visitor.page.waitForSelector("[data-unsaved]", { hidden: true });
    await openPage("/translations");
    await (await visitor.find("textbox", "greeting, German")).focus();
    await visitor.page.keyboard.type("Hallo");
    await visitor.sees("The text of the default language uses {name}; this one does not.");
    await visitor.page.keyboard.type(" {name");
    await visitor.sees("The closing } of a placeholder is missing.");
    await visitor.page.keyboard.type("}");
    await visitor.press("Control", "Enter");
    await visitor.waitForFocus("invoice.due, German, one: 1");
    await visitor.page.keyboard.type("In # Tag");
    await visitor.press("Tab");
    await visitor.page.keyboard.type("In # Tagen");
    await visitor.press("Control", "Enter");
    await visitor.sees("Nothing else is left to translate here.");
    await isSaved();
    const translated = {
      greeting: "Hallo {name}",
      "invoice.due": "{days, plural, one {In # Tag} other {In # Tagen}}",
    };
    expect(await german()).toEqual(translated);
    await visitor.press("Escape");
    await visitor.click("button", "Undo");
    await visitor.sees("Undone: invoice.due in German.");
    expect(await german()).toEqual({ greeting: "Hallo {name}" });
    await visitor.click("button", "Import");
    await visitor.sees("Choose a JSON, CSV or XLIFF 2 file");
    const file = { ...translated, greeting: "Guten Tag {name}" };
    await chooseFile("de.json", file)(visitor);
    await visitor.page.locator("[role=dialog] button[type=submit]").click();
    await visitor.sees("1 text added, 1 changed.");
    expect(await german()).toEqual(file);
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
});
