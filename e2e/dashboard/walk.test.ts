import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, afterEach, beforeAll, expect, jest, test } from "@jest/globals";
import { operations } from "@platen/contracts";
import { pdfText, startEmptyPlaten, type EmptyPlaten } from "@platen/testing";
import type { Browser } from "puppeteer";
import { addMember, signIn, type DashboardSession } from "../dashboard-session.ts";
import { createProject, createTemplate } from "../project-setup.ts";
import { refusal } from "../refusal.ts";
import { accessibilityViolations } from "./accessibility.ts";
import { buildDashboard, openSignedIn, openVisitor, startBrowser, type Visitor } from "./dashboard-browser.ts";
import { openCanvas } from "./design-canvas.ts";

const run = promisify(execFile);
const ada = { email: "ada@example.com", password: "correct horse battery" };
const grace = { email: "grace@example.com", password: "staple gun and paper" };

// The walk has many steps, which take long on a busy machine.
jest.setTimeout(600_000);

let platen: EmptyPlaten;
let browser: Browser;
let visitor: Visitor;
let folder: string;
let dashboard: DashboardSession;
let params: { projectId: string; templateId: string };
let key: string;

beforeAll(async () => {
  await buildDashboard();
  [platen, browser] = await Promise.all([startEmptyPlaten(), startBrowser()]);
  folder = await mkdtemp(join(tmpdir(), "platen-walk-"));
  visitor = await openVisitor(browser, platen.baseUrl);
  await visitor.page.setViewport({ width: 1440, height: 900 });
}, 180_000);

afterAll(async () => {
  await browser?.close();
  await platen?.stop();
  if (folder) await rm(folder, { recursive: true });
});

afterEach(() => {
  expect(visitor.takeErrors()).toEqual([]);
});

const draft = () => dashboard.call(operations.getDraft, { params });

/** Generates a document like a customer's shell script; returns the status and the text of the pages. */
async function generateByCurl(): Promise<{ status: string; text: string }> {
  const { dataSets } = await draft();
  const file = join(folder, "document.pdf");
  const body = JSON.stringify({ templateId: params.templateId, data: JSON.parse(dataSets[0]?.json ?? "{}") });
  const transfer = ["--silent", "--show-error", "--max-time", "60", "--output", file, "--write-out", "%{http_code}"];
  const headers = ["-H", `Authorization: Bearer ${key}`, "-H", "Content-Type: application/json"];
  const address = `${platen.baseUrl}/api/v1/generate`;
  const { stdout: status } = await run("curl", [...transfer, ...headers, "-d", body, address]);
  const pages = status === "200" ? await pdfText(await readFile(file)) : [];
  return { status, text: pages.join(" ").replaceAll(/\s+/g, " ") };
}

async function pressControl(letter: "s" | "Home" | "Enter"): Promise<void> {
  await visitor.page.keyboard.down("Control");
  await visitor.page.keyboard.press(letter);
  await visitor.page.keyboard.up("Control");
}

/** Writes at the beginning of the HTML, in the Code view. */
async function writeInCode(text: string): Promise<void> {
  const opens = await visitor.find("button", "Code");
  // A second click would close the view.
  if ((await opens.evaluate(({ ariaPressed }) => ariaPressed)) !== "true") await visitor.click("button", "Code");
  await (await visitor.find("textbox", "HTML")).focus();
  await pressControl("Home");
  await visitor.page.keyboard.sendCharacter(text);
  await visitor.sees("Not saved");
}

async function publish(version: number, note: string): Promise<void> {
  await visitor.click("button", "Publish");
  await visitor.fill("Note", note);
  await pressControl("Enter");
  await visitor.sees(`Version ${version} of “Invoice” is published.`);
  await visitor.dialogCloses();
}

async function createAccountAndProject(): Promise<void> {
  await visitor.open("/");
  await visitor.sees("Welcome to Platen");
  await visitor.fill("E-mail", ada.email);
  await visitor.fill("Password", ada.password);
  await visitor.click("button", "Create account");
  await visitor.sees("Create your first project");
  expect(visitor.path()).toBe("/projects");
  expect(await accessibilityViolations(visitor.page)).toEqual([]);
  await visitor.page.keyboard.press("c");
  await visitor.find("textbox", "Name");
  await visitor.fill("Name", "Billing");
  await visitor.page.keyboard.press("Enter");
  await visitor.sees("No templates yet");
  dashboard = await signIn(platen.baseUrl, ada);
}

async function editAndPublishTemplate(): Promise<void> {
  await visitor.click("button", "New template");
  await visitor.click("radio", "Invoice");
  await visitor.click("button", "Create template");
  await visitor.page.waitForFunction(() => /\/templates\/tpl_\w+$/.test(window.location.pathname));
  const [, projectId = "", templateId = ""] = /(prj_\w+)\/templates\/(tpl_\w+)$/.exec(visitor.path()) ?? [];
  params = { projectId, templateId };
  const { html } = await draft();

  const canvas = openCanvas(visitor);
  await canvas.isShown();
  await canvas.doubleClick("h1");
  await canvas.press("End");
  await visitor.page.keyboard.type(" by Ada");
  await canvas.press("Enter");
  await canvas.reads("Invoice by Ada");
  await visitor.sees("Not saved");
  await pressControl("s");
  await visitor.sees("Saved");
  const designed = html.replace("<h1>Invoice</h1>", "<h1>Invoice by Ada</h1>");
  expect((await draft()).html).toBe(designed);

  await writeInCode("<p>Written in Code</p>");
  await visitor.page.waitForSelector("[role=document][aria-busy=false] canvas");
  await publish(1, "The first");
  expect((await draft()).html).toBe(`<p>Written in Code</p>${designed}`);
}

async function createKeyAndGenerate(): Promise<void> {
  await visitor.open(`/projects/${params.projectId}/api-keys`);
  await visitor.click("button", "New API key");
  await visitor.fill("Name", "Production");
  await visitor.page.keyboard.press("Enter");
  await visitor.sees("It cannot be shown again");
  key = await visitor.page.$eval("[role=dialog] pre code", (code) => code.textContent ?? "");
  expect(key).toMatch(/^plt_\w{46}$/);
  await visitor.click("button", "I have stored the key");
  await visitor.dialogCloses();
  await visitor.seesNoMore(key);
  await visitor.click("link", "Documents");
  await visitor.sees("No documents yet");
  await visitor.click("link", "API keys");
  await visitor.sees(key.slice(-4));
  expect(await visitor.page.content()).not.toContain(key.slice(4, -4));

  const { status, text } = await generateByCurl();
  expect(status).toBe("200");
  expect(text).toContain("Invoice by Ada");
  expect(text).toContain("Written in Code");
}

async function renameAndRevokeKey(): Promise<void> {
  await visitor.click("button", "Rename key Production");
  await visitor.waitForFocus("New name of key Production");
  await visitor.fill("New name of key Production", "Frankfurt");
  await visitor.page.keyboard.press("Enter");
  await visitor.find("button", "Actions for Frankfurt");
  expect((await generateByCurl()).status).toBe("200");

  await visitor.click("button", "Actions for Frankfurt");
  await visitor.click("menuitem", "Revoke");
  await visitor.sees("Revoke “Frankfurt”?");
  await visitor.click("button", "Revoke key");
  await visitor.sees("Key “Frankfurt” is revoked.");
  expect((await generateByCurl()).status).toBe("401");
}

async function compareAndRestoreVersions(): Promise<void> {
  const first = (await draft()).html;
  await visitor.open(`/projects/${params.projectId}/templates/${params.templateId}`);
  await writeInCode("<p>In the second only</p>");
  await publish(2, "The second");
  await visitor.open(`/projects/${params.projectId}/templates/${params.templateId}/versions`);
  await visitor.click("button", "Actions for version 2");
  await visitor.click("menuitem", "Compare with version 1");
  await visitor.find("region", "Changes of HTML");
  await visitor.sees("In the second only");
  await visitor.click("tab", "Pages");
  await visitor.find("image", "Version 2, page 1");

  await visitor.open(`/projects/${params.projectId}/templates/${params.templateId}/versions`);
  await visitor.click("button", "Actions for version 1");
  await visitor.click("menuitem", "Restore");
  await visitor.click("button", "Restore version");
  await visitor.page.waitForFunction(() => /\/templates\/tpl_\w+$/.test(window.location.pathname));
  expect((await draft()).html).toBe(first);
}

async function tryToEditAsViewer(): Promise<void> {
  const session = await addMember(platen.baseUrl, dashboard, { projectId: params.projectId, role: "viewer" }, grace);
  const viewer = await openSignedIn(browser, platen.baseUrl, session);
  await viewer.open(`/projects/${params.projectId}/templates/${params.templateId}`);
  await viewer.sees("View only");
  for (const name of ["Save", "Publish", "Undo"]) expect(await viewer.has("button", name)).toBe(false);
  const { html, css, settings, dataSets, revision } = await draft();
  const body = { html, css, settings, dataSets, revision };
  const [status] = await refusal(session.call(operations.saveDraft, { params, body }));
  expect(status).toBe(403);
  expect((await draft()).revision).toBe(revision);
  expect(viewer.errors).toEqual([]);
  await viewer.close();
}

async function tryToOpenForeignProject(): Promise<void> {
  const session = await signIn(platen.baseUrl, grace);
  const projectId = await createProject(session, "Grace's own");
  const { templateId } = await createTemplate(session, projectId, { name: "Secret", html: "<p>Secret</p>" });
  await visitor.open("/projects");
  await visitor.find("link", "Billing");
  expect(await visitor.has("link", "Grace's own")).toBe(false);
  for (const path of [`/projects/${projectId}/templates`, `/projects/${projectId}/templates/${templateId}`]) {
    await visitor.open(path);
    await visitor.sees("This project does not exist, or you are not one of its members.");
  }
  const request = { params: { projectId, templateId } };
  const refusals = await Promise.all([
    refusal(dashboard.call(operations.getProjectTemplate, request)),
    refusal(dashboard.call(operations.getDraft, request)),
    refusal(dashboard.call(operations.listVersions, request)),
    refusal(dashboard.call(operations.listApiKeys, { params: { projectId } })),
  ]);
  expect(refusals.map(([status]) => status)).toEqual([404, 404, 404, 404]);
}

test("set-up reports a mistake at its field", async () => {
  await visitor.open("/");
  await visitor.sees("Welcome to Platen");
  expect(await accessibilityViolations(visitor.page)).toEqual([]);
  await visitor.fill("E-mail", ada.email);
  await visitor.fill("Password", "short");
  await visitor.click("button", "Create account");
  await visitor.sees("Must have at least 12 characters.");
  expect(await visitor.focused()).toBe("Password");
});

test("a customer walks from an empty Platen to documents, versions and members in a browser", async () => {
  await createAccountAndProject();
  await editAndPublishTemplate();
  await createKeyAndGenerate();
  await renameAndRevokeKey();
  await compareAndRestoreVersions();
  await tryToEditAsViewer();
  await tryToOpenForeignProject();
});
