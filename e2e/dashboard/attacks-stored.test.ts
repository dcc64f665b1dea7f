import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { operations } from "@platen/contracts";
import { startPlaten, type Platen } from "@platen/testing";
import type { Browser, HTTPRequest } from "puppeteer";
import { signIn, type DashboardSession } from "../dashboard-session.ts";
import { createKey, createProject, publishAgain, publishTemplate } from "../project-setup.ts";
import { buildDashboard, openVisitor, startBrowser, type Visitor } from "./dashboard-browser.ts";
import { openCanvas } from "./design-canvas.ts";
import { openEditor, openFreshEditor } from "./open-editor.ts";
import { startForeignSite, type ForeignSite } from "./foreign-site.ts";
import { hostileMarkup } from "./hostile-markup.ts";
import { hostileTexts } from "./hostile-text.ts";
import { noteWhatRuns, whatRan } from "./what-ran.ts";

let platen: Platen;
let browser: Browser;
let site: ForeignSite;
let visitor: Visitor;
let dashboard: DashboardSession;
let projectId: string;
const dialogs: string[] = [];

beforeAll(async () => {
  await buildDashboard();
  platen = await startPlaten({ env: { catalog: { PROJECTS_PER_ACCOUNT: "100" } } });
  browser = await startBrowser();
  site = await startForeignSite();
  dashboard = await signIn(platen.baseUrl, platen.account);
  projectId = await createProject(dashboard, hostileTexts[0] ?? "");
  visitor = await openVisitor(browser, platen.baseUrl);
  await visitor.page.evaluateOnNewDocument(noteWhatRuns);
  visitor.page.on("dialog", (dialog) => {
    // The editor's own question about unsaved edits.
    if (dialog.type() === "beforeunload") return;
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  await visitor.takeSession(dashboard);
  await visitor.open("/");
});

afterAll(async () => {
  await browser?.close();
  await site?.close();
  await platen?.stop();
});

/** After each test: no script ran, no dialog opened, no policy was violated and no other site was reached. */
afterEach(async () => {
  expect(await whatRan(visitor.page)).toEqual([]);
  expect(dialogs.splice(0)).toEqual([]);
  expect(visitor.takeErrors()).toEqual([]);
  expect(site.connections()).toBe(0);
});

/** Walks the pages of a list until each text has been seen unchanged. */
async function seesEachText(path: string, texts: readonly string[]): Promise<void> {
  const missing = new Set(texts);
  for (let page = 1; missing.size > 0; page += 1) {
    await visitor.open(`${path}${path.includes("?") ? "&" : "?"}page=${page}`);
    // Rows without text are placeholders.
    await visitor.page.waitForFunction(() =>
      [...document.querySelectorAll("tbody tr")].some((row) => /\S/.test(row.textContent ?? "")),
    );
    const shown = await visitor.page.evaluate(() => document.body.innerText);
    const found = [...missing].filter((text) => shown.includes(text));
    if (found.length === 0) throw new Error(`${path} does not show ${[...missing].join(" | ")}:\n${shown}`);
    for (const text of found) missing.delete(text);
    expect(await whatRan(visitor.page)).toEqual([]);
  }
}

describe("hostile text is shown as text", () => {
  test("as a project's name", async () => {
    await Promise.all(hostileTexts.slice(1).map((name) => createProject(dashboard, name)));
    await seesEachText("/projects", hostileTexts);
    await visitor.open(`/projects/${projectId}/settings`);
    await visitor.sees(hostileTexts[0] ?? "");
  });

  test.each([
    ["a template", "templates", operations.createTemplate.member],
    ["an API key", "api-keys", operations.createApiKey],
  ])("as the name of %s", async (_what, page, operation) => {
    await Promise.all(hostileTexts.map((name) => dashboard.call(operation, { params: { projectId }, body: { name } })));
    await seesEachText(`/projects/${projectId}/${page}`, hostileTexts);
  });

  test("as a document's file name, in the list and on its page", async () => {
    const { client } = await createKey(platen.baseUrl, dashboard, projectId);
    const templateId = await publishTemplate(dashboard, projectId, { name: "Plain", html: "<p>{{x}}</p>" });
    const names = hostileTexts.filter((text) => !/[/\\]/.test(text));
    await Promise.all(names.map((filename) => client.generateDocument({ templateId, data: {}, filename })));
    expect(names.length).toBeGreaterThan(20);
    await seesEachText(`/projects/${projectId}/documents`, names);
    await visitor.page.locator("tbody a").click();
    await visitor.sees("Timeline");
  });

  test("in the failure of a document", async () => {
    const [message = "", path = "", detail = ""] = hostileTexts.slice(3);
    const failure = { code: "template_syntax", message, retryable: false, details: [{ path, message: detail }] };
    const { client } = await createKey(platen.baseUrl, dashboard, projectId);
    const templateId = await publishTemplate(dashboard, projectId, { name: "Quoted", html: "<p></p>" });
    const { documentId } = await client.generateDocument({ templateId, data: {} });
    const { page } = visitor;
    const quote = (request: HTTPRequest) => void answer(request);
    const answer = async (request: HTTPRequest) => {
      if (!/\/api\/.*\/documents\/doc_\w+$/.test(request.url())) return request.continue();
      const headers = { cookie: await visitor.cookie() };
      const text = await (await fetch(request.url(), { headers })).text();
      const body = text.replace('"failure":null', () => `"failure":${JSON.stringify(failure)}`);
      return request.respond({ contentType: "application/json", body });
    };
    await page.setRequestInterception(true);
    page.on("request", quote);
    await visitor.open(`/projects/${projectId}/documents/${documentId}`);
    for (const text of [message, path, detail]) await visitor.sees(text);
    page.off("request", quote);
    await page.setRequestInterception(false);
  });

  test("in a search without results, and in an unknown address", async () => {
    for (const text of hostileTexts.slice(0, 2)) {
      await visitor.open(`/projects/${projectId}/documents?search=${encodeURIComponent(text)}`);
      await visitor.open(`/projects/${projectId}/templates?search=${encodeURIComponent(`no ${text}`)}`);
      await visitor.sees("No templates match");
      await visitor.open(`/${encodeURIComponent(text)}`);
      await visitor.sees("Page not found");
      expect(await whatRan(visitor.page)).toEqual([]);
    }
  });
});

describe("a hostile template", () => {
  let params: { projectId: string; templateId: string };
  const notes = hostileTexts.slice(0, 2);

  beforeEach(async () => {
    const hostileProjectId = await createProject(dashboard, "Hostile");
    const markup = hostileMarkup(site.origin).map((piece) => piece.markup.replaceAll("{{", "{ {"));
    const json = JSON.stringify({ texts: hostileTexts, [hostileTexts[3] ?? ""]: hostileTexts[4] });
    const { template } = await dashboard.call(operations.createTemplate.member, {
      params: { projectId: hostileProjectId },
      body: {
        name: "Hostile",
        html: `${markup.join("\n")}{{#texts}}<p>{{.}}{{{.}}}</p>{{/texts}}`,
        css: `@import url("${site.origin}"); p { background: url("${site.origin}") } </style><script>ran.push("css")</script>`,
        dataSets: [{ name: hostileTexts[3] ?? "", json }],
      },
    });
    params = { projectId: hostileProjectId, templateId: template.templateId };
  });

  /** Drops the errors of the canvas's policy about the template's styles, so that all other errors fail the test. */
  function forgetRefusedLoads(): void {
    const others = visitor.errors.filter(
      (text) =>
        !/^Loading the (stylesheet|font|image) 'http:\/\/127\.0\.0\.1:/.test(text) || !text.includes(site.origin),
    );
    visitor.errors.splice(0, Infinity, ...others);
  }

  test("does nothing in any view of the editor", async () => {
    await openEditor(visitor, params);
    await openCanvas(visitor).isShown();
    await visitor.click("button", "Preview");
    await visitor.page.waitForSelector("[role=document][aria-busy=false] canvas");
    expect(await whatRan(visitor.page)).toEqual([]);
    await visitor.click("button", "Code");
    await visitor.find("textbox", "HTML");
    await visitor.click("button", "Data");
    await visitor.sees(hostileTexts[3] ?? "");
    expect(await visitor.page.$$eval("main script, main [onerror]", (found) => found.length)).toBe(0);
    forgetRefusedLoads();
  });

  test("does nothing when the preview quotes its mistake", async () => {
    await openFreshEditor(visitor, params, ["preview", "code"]);
    await visitor.writeHtml("{{#<img src=x onerror=ran.push(99)>}}");
    await visitor.sees("HTML, line");
    await visitor.page.evaluate(() => localStorage.clear());
    forgetRefusedLoads();
  });

  test("does nothing in the list of versions and in a comparison", async () => {
    for (const note of notes) {
      await publishAgain(dashboard, params, (html) => `${html}${note}`, note);
    }
    await visitor.open(`/projects/${params.projectId}/templates/${params.templateId}/versions`);
    for (const note of notes) await visitor.sees(note);
    expect(await whatRan(visitor.page)).toEqual([]);
    await visitor.open(`/projects/${params.projectId}/templates/${params.templateId}/compare?from=1&to=2&view=source`);
    await visitor.find("region", "Changes of HTML");
    await visitor.sees(notes[1] ?? "");
    expect(await whatRan(visitor.page)).toEqual([]);
    await visitor.click("tab", "Pages");
    await visitor.find("image", "Version 2, page 1");
  });

  test("does nothing as a thumbnail in the list of templates", async () => {
    await visitor.open(`/projects/${params.projectId}/templates`);
    await visitor.page.waitForSelector("[data-state=drawn] img");
    expect(await visitor.page.$eval("[data-state=drawn] img", (picture) => picture.getAttribute("src"))).toMatch(
      /^(blob|data:image\/png)/,
    );
  });
});
