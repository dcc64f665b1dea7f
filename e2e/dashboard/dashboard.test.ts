import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from "@jest/globals";
import { createClient } from "@platen/client";
import { operations } from "@platen/contracts";
import { pdfText, startEmptyPlaten, type EmptyPlaten } from "@platen/testing";
import type { Browser } from "puppeteer";
import { signIn, type DashboardSession } from "../dashboard-session.ts";
import { publishTemplate } from "../project-setup.ts";
import { refusal } from "../refusal.ts";
import { accessibilityViolations } from "./accessibility.ts";
import { buildDashboard, openVisitor, signInAs, startBrowser, type Visitor } from "./dashboard-browser.ts";

const ada = { email: "ada@example.com", password: "correct horse battery" };
const grace = { email: "grace@example.com", password: "staple gun and paper" };

// Walks of many steps, which on a busy machine add up.
jest.setTimeout(120_000);

let platen: EmptyPlaten;
let browser: Browser;
let visitor: Visitor;
let dashboard: DashboardSession;
let projectId: string;
let templateId: string;

beforeAll(async () => {
  await buildDashboard();
  [platen, browser] = await Promise.all([startEmptyPlaten(), startBrowser()]);
  visitor = await openVisitor(browser, platen.baseUrl);
}, 120_000);

afterAll(async () => {
  await browser?.close();
  await platen?.stop();
});

afterEach(() => {
  expect(visitor.complaints).toEqual([]);
});

async function isAccessible({ page }: Visitor = visitor): Promise<void> {
  expect(await accessibilityViolations(page)).toEqual([]);
}

describe("the first visit", () => {
  test("makes the first account, and says at its field what is wrong with it", async () => {
    await visitor.open("/");
    await visitor.sees("Welcome to Platen");
    await isAccessible();
    await visitor.fill("E-mail", ada.email);
    await visitor.fill("Password", "short");
    await visitor.click("button", "Create account");
    await visitor.sees("Must have at least 12 characters.");
    expect(await visitor.focused()).toBe("Password");
    await visitor.fill("Password", ada.password);
    await visitor.click("button", "Create account");
    await visitor.sees("Create your first project");
    expect(visitor.path()).toBe("/projects");
    await isAccessible();
    dashboard = await signIn(platen.baseUrl, ada);
  });

  test("creates a project, whose pages say what to do first", async () => {
    await visitor.page.keyboard.press("c");
    await visitor.find("textbox", "Name");
    await visitor.page.keyboard.type("Billing");
    await visitor.page.keyboard.press("Enter");
    await visitor.sees("No templates yet");
    projectId = /\/projects\/(prj_\w+)\/templates$/.exec(visitor.path())?.[1] ?? "";
    expect(projectId).not.toBe("");
    await isAccessible();
    await visitor.click("link", "API keys");
    await visitor.sees("No API keys");
    await visitor.sees(`${platen.baseUrl}/api/v1/generate`);
    await isAccessible();
    await visitor.click("link", "Documents");
    await visitor.sees("No documents yet");
    await isAccessible();
  });
});

describe("a session", () => {
  test("that has ended leads to sign-in, and from there back to where one was", async () => {
    await visitor.open(`/projects/${projectId}/members`);
    await visitor.sees(ada.email);
    await fetch(`${platen.baseUrl}/api/dashboard/session`, {
      method: "DELETE",
      headers: { cookie: await visitor.cookie() },
    });
    await visitor.click("link", "Documents");
    await visitor.find("button", "Sign in");
    await isAccessible();
    await signInAs(visitor, ada);
    await visitor.sees("No documents yet");
    expect(visitor.path()).toBe(`/projects/${projectId}/documents`);
  });

  test("does not begin with a wrong password, and says no more than that", async () => {
    const stranger = await openVisitor(browser, platen.baseUrl);
    await stranger.open("/account?x=1");
    await stranger.fill("E-mail", ada.email);
    await stranger.fill("Password", "wrong");
    await stranger.click("button", "Sign in");
    await stranger.sees("The e-mail address or the password is wrong.");
    expect(stranger.path()).toBe(`/sign-in?to=${encodeURIComponent("/account?x=1")}`);
    await stranger.close();
  });

  test("cannot be guessed for: the throttle says in words how long to wait", async () => {
    const stranger = await openVisitor(browser, platen.baseUrl);
    await stranger.open("/sign-in");
    await stranger.fill("E-mail", "victim@example.com");
    await stranger.fill("Password", "guess");
    for (let guess = 0; guess < 11; guess += 1) {
      const answered = stranger.page.waitForResponse(
        (response) => response.url().endsWith("/session") && response.request().method() === "POST",
      );
      await stranger.click("button", "Sign in");
      await answered;
    }
    await stranger.sees("Too many attempts. Wait 15 minutes, then try again.");
    await stranger.close();
  });

  test("never continues at another site", async () => {
    const tricked = await openVisitor(browser, platen.baseUrl);
    await tricked.open(`/sign-in?to=${encodeURIComponent("//evil.example/")}`);
    await signInAs(tricked, ada);
    await tricked.sees("Billing");
    expect(new URL(tricked.page.url()).origin).toBe(platen.baseUrl);
    expect(tricked.path()).toBe("/projects");
    await tricked.close();
  });

  test("ends everywhere else when the password is changed, and here by signing out", async () => {
    const elsewhere = await openVisitor(browser, platen.baseUrl);
    await elsewhere.open("/");
    await signInAs(elsewhere, ada);
    await visitor.open("/account");
    await isAccessible();
    await visitor.fill("Current password", "not this one");
    await visitor.fill("New password", `${ada.password} 2`);
    await visitor.click("button", "Change password");
    await visitor.sees("The current password is wrong.");
    await visitor.fill("Current password", ada.password);
    await visitor.click("button", "Change password");
    await visitor.sees("The password is changed.");
    ada.password = `${ada.password} 2`;
    await elsewhere.open("/projects");
    await elsewhere.find("button", "Sign in");
    await signInAs(elsewhere, ada);
    await elsewhere.click("button", `Account of ${ada.email}`);
    await elsewhere.click("menuitem", "Sign out");
    await elsewhere.find("button", "Sign in");
    await elsewhere.open("/projects");
    await elsewhere.find("button", "Sign in");
    await elsewhere.close();
    dashboard = await signIn(platen.baseUrl, ada);
  });
});

describe("templates", () => {
  test("are created, found, renamed and deleted, and a name that is taken is said at its field", async () => {
    for (const name of ["Letter", "Receipt"]) {
      await visitor.open(`/projects/${projectId}/templates`);
      await visitor.click("button", "New template");
      await visitor.fill("Name", name);
      await visitor.click("button", "Create template");
      await visitor.page.waitForFunction(() => /\/templates\/tpl_\w+$/.test(window.location.pathname));
    }
    await visitor.open(`/projects/${projectId}/templates`);
    await visitor.find("button", "Actions for Receipt");
    await visitor.click("button", "New template");
    await visitor.fill("Name", "Letter");
    await visitor.click("button", "Create template");
    await visitor.sees("Another template of the project has this name.");
    await visitor.page.keyboard.press("Escape");
    await visitor.dialogCloses();

    await visitor.page.keyboard.press("/");
    await visitor.page.keyboard.type("lett");
    await visitor.page.waitForSelector('::-p-aria([name="Actions for Receipt"])', { hidden: true });
    expect(visitor.path()).toContain("?search=lett");
    await isAccessible();
    await visitor.click("button", "Clear search");

    await visitor.click("button", "Actions for Receipt");
    await visitor.click("menuitem", "Rename");
    await visitor.fill("Name", "Proof of payment");
    await visitor.click("button", "Rename");
    await visitor.dialogCloses();
    await visitor.click("button", "Actions for Proof of payment");
    await visitor.click("menuitem", "Delete");
    await visitor.click("button", "Delete template");
    await visitor.sees("“Proof of payment” is deleted.");
    const { templates } = await dashboard.call(operations.listProjectTemplates, { params: { projectId } });
    expect(templates.map(({ name }) => name)).toEqual(["Letter"]);
    templateId = await publishTemplate(dashboard, projectId, {
      name: "Invoice",
      html: "<h1>Invoice {{number}}</h1>",
      dataSets: [{ name: "Sample data", json: `{ "number": "2031", "note": "it's" }` }],
    });
  });
});

describe("an API key", () => {
  let key: string;

  test("is created by keyboard alone, and shown in full once", async () => {
    const { keyboard } = visitor.page;
    await visitor.open(`/projects/${projectId}/api-keys`);
    await visitor.sees("No API keys");
    await visitor.tabTo("New API key");
    await keyboard.press("Enter");
    await visitor.waitForFocus("Name");
    await keyboard.press("Enter");
    await visitor.sees("Must not be empty.");
    expect(await visitor.focused()).toBe("Name");
    await keyboard.type("Production");
    await keyboard.press("Enter");
    await visitor.sees("It cannot be shown again");
    key = await visitor.page.$eval("[role=dialog] pre code", (code) => code.textContent ?? "");
    expect(key).toMatch(/^plt_\w{46}$/);
    await isAccessible();

    await keyboard.press("Escape");
    await visitor.page.mouse.click(5, 5);
    await visitor.sees(key);
    await visitor.tabTo("I have stored the key");
    await keyboard.press("Enter");
    await visitor.seesNoMore(key);
    expect(await visitor.page.content()).not.toContain(key.slice(4, -4));
    await visitor.sees(key.slice(-4));
    await isAccessible();
  });

  test("makes a PDF, which the documents page then lists with its story", async () => {
    const client = createClient({ baseUrl: platen.baseUrl, apiKey: key });
    const { pdf, documentId } = await client.generateDocument({
      templateId,
      data: { number: "7" },
      filename: "invoice-7",
    });
    expect((await pdfText(pdf)).join()).toContain("Invoice 7");
    await visitor.click("link", "Documents");
    await visitor.click("link", "invoice-7");
    await visitor.sees("Picked up by a worker");
    await visitor.sees(documentId);
    expect(visitor.path()).toBe(`/projects/${projectId}/documents/${documentId}`);
    await visitor.sees("Completed");
    await visitor.sees("with the key “Production”");
    await isAccessible();
    await visitor.click("link", "Production");
    await visitor.find("link", "invoice-7");
    expect(visitor.path()).toContain("/documents?keyId=key_");
    await visitor.open(`/projects/${projectId}/documents?to=2026-01-01T00:00:00Z`);
    await visitor.sees("No documents match");
    await visitor.click("button", "Show all");
    await visitor.find("link", "invoice-7");
    await visitor.open(`/projects/${projectId}/documents?status=failed`);
    await visitor.sees("No documents match");
    await visitor.click("button", "Show all");
    await visitor.find("link", "invoice-7");
    await isAccessible();
  });

  test("is renamed where it stands, and goes on working", async () => {
    await visitor.open(`/projects/${projectId}/api-keys`);
    await visitor.click("button", "Rename key Production");
    await visitor.waitForFocus("New name of key Production");
    await visitor.page.keyboard.type("Thrown away");
    await visitor.page.keyboard.press("Escape");
    await visitor.waitForFocus("Rename key Production");
    await visitor.page.keyboard.press("Enter");
    await visitor.waitForFocus("New name of key Production");
    await visitor.page.keyboard.type("Production, Frankfurt");
    await visitor.page.keyboard.press("Enter");
    await visitor.waitForFocus("Rename key Production, Frankfurt");
    await visitor.seesNoMore("Thrown away");
    const client = createClient({ baseUrl: platen.baseUrl, apiKey: key });
    expect((await client.getTemplate(templateId)).name).toBe("Invoice");
  });

  test("is revoked by keyboard alone, for good and at once, and no other with it", async () => {
    const { keyboard } = visitor.page;
    const other = await dashboard.call(operations.createApiKey, { params: { projectId }, body: { name: "Staging" } });
    await visitor.open(`/projects/${projectId}/api-keys`);
    await visitor.find("button", "Actions for Staging");
    await visitor.tabTo("Actions for Production, Frankfurt");
    await keyboard.press("Enter");
    await visitor.find("menuitem", "Revoke");
    await keyboard.press("ArrowDown");
    await visitor.waitForFocus("Rename");
    await keyboard.press("ArrowDown");
    await visitor.waitForFocus("Revoke");
    await keyboard.press("Enter");
    await visitor.sees("Every application that uses the key");
    await visitor.sees("Revoke “Production, Frankfurt”?");
    await visitor.waitForFocus("Cancel");
    await isAccessible();
    await keyboard.press("Enter");
    await visitor.waitForFocus("Actions for Production, Frankfurt");

    await keyboard.press("Enter");
    await visitor.find("menuitem", "Revoke");
    await keyboard.press("ArrowDown");
    await visitor.waitForFocus("Rename");
    await keyboard.press("End");
    await visitor.waitForFocus("Revoke");
    await keyboard.press("Enter");
    await visitor.waitForFocus("Cancel");
    await visitor.tabTo("Revoke key");
    await keyboard.press("Enter");
    await visitor.sees("Key “Production, Frankfurt” is revoked.");
    await visitor.page.waitForSelector('::-p-aria([name="Actions for Production, Frankfurt"])', { hidden: true });
    const revoked = createClient({ baseUrl: platen.baseUrl, apiKey: key });
    expect(await refusal(revoked.listTemplates())).toEqual([401, "auth.key_invalid"]);
    const working = createClient({ baseUrl: platen.baseUrl, apiKey: other.key });
    expect((await working.listTemplates()).pagination.total).toBe(2);
  });
});

describe("members", () => {
  let invited: Visitor;

  test("join by a link that is shown once and works once", async () => {
    await visitor.open(`/projects/${projectId}/members`);
    await visitor.click("button", "Invite");
    await visitor.fill("E-mail", ada.email);
    await visitor.click("button", "Create invitation");
    await visitor.sees("Is a member of this project already.");
    await visitor.fill("E-mail", grace.email);
    await visitor.click("radio", "Viewer");
    await visitor.click("button", "Create invitation");
    await visitor.sees("works once");
    await isAccessible();
    const link = await visitor.page.$eval("[role=dialog] pre code", (code) => code.textContent ?? "");
    expect(link).toMatch(new RegExp(`^${platen.baseUrl}/dashboard/invitation#[\\w-]{40,}$`));
    await visitor.click("button", "I have the link");
    await visitor.dialogCloses();
    await visitor.sees("Pending invitations");
    await isAccessible();

    invited = await openVisitor(browser, platen.baseUrl);
    await invited.page.goto(link);
    await invited.sees("Join “Billing”");
    await invited.sees(`${ada.email} invites you to this project on Platen as viewer (look only).`);
    await isAccessible(invited);
    await invited.fill("Password", grace.password);
    await invited.click("button", "Join");
    await invited.click("link", "Billing");
    await invited.find("button", "Actions for Invoice");
    const late = await openVisitor(browser, platen.baseUrl);
    await late.page.goto(link);
    await late.sees("This invitation is not valid any more.");
    await isAccessible(late);
    await late.close();
  });

  test("who may only look are not offered to change anything, on any page", async () => {
    expect(await invited.has("button", "New template")).toBe(false);
    await invited.click("button", "Actions for Invoice");
    await invited.find("menuitem", "Documents");
    expect(await invited.has("menuitem", "Rename")).toBe(false);
    expect(await invited.has("menuitem", "Delete")).toBe(false);
    await invited.open(`/projects/${projectId}/api-keys`);
    await invited.sees("Staging");
    for (const name of ["New API key", "Actions for Staging", "Rename key Staging"]) {
      expect(await invited.has("button", name)).toBe(false);
    }
    await invited.page.keyboard.press("c");
    await invited.open(`/projects/${projectId}/members`);
    await invited.sees(ada.email);
    for (const name of ["Invite", `Actions for ${ada.email}`]) expect(await invited.has("button", name)).toBe(false);
    await invited.click("button", `Actions for ${grace.email}`);
    await invited.find("menuitem", "Leave project");
    expect(await invited.has("menuitem", "Change role")).toBe(false);
    await invited.page.keyboard.press("Escape");
    await invited.open(`/projects/${projectId}/settings`);
    await invited.sees("Viewer: look only");
    for (const name of ["Rename", "Delete project"]) expect(await invited.has("button", name)).toBe(false);
  });

  test("get another role and are offered more, and the last owner cannot give it up", async () => {
    await visitor.open(`/projects/${projectId}/members`);
    await visitor.click("button", `Actions for ${grace.email}`);
    await visitor.click("menuitem", "Change role");
    await visitor.click("radio", "Editor");
    await isAccessible();
    await visitor.click("button", "Change role");
    await visitor.sees("Editor");
    await invited.open(`/projects/${projectId}/api-keys`);
    await invited.find("button", "New API key");

    await visitor.dialogCloses();
    await visitor.click("button", `Actions for ${ada.email}`);
    await visitor.click("menuitem", "Change role");
    await visitor.click("radio", "Viewer");
    await visitor.sees("This is your own role.");
    await visitor.click("button", "Change role");
    await visitor.sees("A project needs at least one owner.");
    await visitor.click("button", "Cancel");
    await visitor.dialogCloses();
  });

  test("who are removed see of the project no more than of one that does not exist", async () => {
    await visitor.click("button", `Actions for ${grace.email}`);
    await visitor.click("menuitem", "Remove");
    await visitor.click("button", "Remove member");
    await visitor.sees(`${grace.email} is removed.`);
    await invited.open(`/projects/${projectId}/api-keys`);
    await invited.sees("This project does not exist, or you are not a member of it.");
    await isAccessible(invited);
    await invited.open("/projects");
    await invited.sees("Create your first project");
    expect(invited.complaints).toEqual([]);
    await invited.close();
  });
});

describe("a project", () => {
  test("is gone to by a few letters from anywhere", async () => {
    await dashboard.call(operations.createProject, { body: { name: "Shipping" } });
    await visitor.open(`/projects/${projectId}/settings`);
    await visitor.find("button", "Delete project");
    await visitor.page.keyboard.down("Control");
    await visitor.page.keyboard.press("k");
    await visitor.page.keyboard.up("Control");
    await visitor.waitForFocus("Go to a project or page");
    await visitor.find("button", "Shipping");
    await isAccessible();
    await visitor.page.keyboard.type("shipp");
    await visitor.page.waitForSelector('::-p-aria([name="Members"][role="button"])', { hidden: true });
    await visitor.page.keyboard.press("Enter");
    await visitor.sees("No templates yet");
    expect(visitor.path()).not.toContain(projectId);
  });

  test("in use is deleted only after its name was typed", async () => {
    await visitor.open(`/projects/${projectId}/settings`);
    await visitor.find("textbox", "Project name");
    await isAccessible();
    await visitor.fill("Project name", "Billing, old");
    await visitor.click("button", "Rename");
    await visitor.sees("The project is renamed.");
    await visitor.click("button", "Delete project");
    await visitor.sees("This also deletes 2 templates, 1 API key");
    await isAccessible();
    await visitor.fill("Type Billing, old to confirm", "Billing");
    const isOffered = () =>
      visitor.page.$eval("[role=dialog] button[type=submit]", (button) => !button.matches(":disabled"));
    expect(await isOffered()).toBe(false);
    await visitor.fill("Type Billing, old to confirm", "Billing, old");
    expect(await isOffered()).toBe(true);
    await visitor.page.keyboard.press("Enter");
    await visitor.sees("“Billing, old” is deleted.");
    await visitor.find("link", "Shipping");
    expect(visitor.path()).toBe("/projects");
    expect(await visitor.has("link", "Billing, old")).toBe(false);
  });
});

test("an address that is none says so and has a way on", async () => {
  await visitor.open("/nowhere");
  await visitor.sees("Page not found");
  await isAccessible();
  await visitor.click("link", "All projects");
  await visitor.sees("Shipping");
});
