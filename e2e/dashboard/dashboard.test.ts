import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, jest, test } from "@jest/globals";
import { createClient } from "@platen/client";
import { operations } from "@platen/contracts";
import { pdfText, startEmptyPlaten, type EmptyPlaten } from "@platen/testing";
import type { Browser } from "puppeteer";
import {
  addMember,
  createFirstAccount,
  inviteStranger,
  type Credentials,
  type DashboardSession,
} from "../dashboard-session.ts";
import { createKey, createProject, createTemplate, publishTemplate } from "../project-setup.ts";
import { refusal } from "../refusal.ts";
import { accessibilityViolations } from "./accessibility.ts";
import {
  buildDashboard,
  openSignedIn,
  openVisitor,
  signInByForm,
  startBrowser,
  type Visitor,
} from "./dashboard-browser.ts";

const ada = { email: "ada@example.com", password: "correct horse battery" };

// Each test is a walk of many steps, which takes long on a busy machine.
jest.setTimeout(120_000);

let platen: EmptyPlaten;
let browser: Browser;
/** Ada in a browser. */
let visitor: Visitor;
/** Ada by API. */
let dashboard: DashboardSession;
/** Each test has a project of its own. */
let projectId: string;
let accounts = 0;

beforeAll(async () => {
  await buildDashboard();
  [platen, browser] = await Promise.all([startEmptyPlaten(), startBrowser()]);
  dashboard = await createFirstAccount(platen.baseUrl, ada);
  visitor = await openSignedIn(browser, platen.baseUrl, dashboard);
}, 120_000);

afterAll(async () => {
  await browser?.close();
  await platen?.stop();
});

beforeEach(async () => {
  projectId = await createProject(dashboard, "Billing");
});

afterEach(async () => {
  expect(visitor.takeErrors()).toEqual([]);
});

async function isAccessible({ page }: Visitor = visitor): Promise<void> {
  expect(await accessibilityViolations(page)).toEqual([]);
}

/** The credentials of a new person. */
function newPerson(): Credentials {
  accounts += 1;
  return { email: `grace-${accounts}@example.com`, password: "staple gun and paper" };
}

/** Adds a new viewer to the project and opens the dashboard for them. */
async function openViewer(): Promise<{ viewer: Visitor; email: string }> {
  const person = newPerson();
  const session = await addMember(platen.baseUrl, dashboard, { projectId, role: "viewer" }, person);
  return { viewer: await openSignedIn(browser, platen.baseUrl, session), email: person.email };
}

const publishInvoice = () =>
  publishTemplate(dashboard, projectId, {
    name: "Invoice",
    html: "<h1>Invoice {{number}}</h1>",
    dataSets: [{ name: "Sample data", json: `{ "number": "2031", "note": "it's" }` }],
  });

describe("a session", () => {
  test("that has ended leads to sign-in, and from there back to the same page", async () => {
    const guest = await openSignedIn(browser, platen.baseUrl, ada);
    await guest.open(`/projects/${projectId}/members`);
    await guest.sees(ada.email);
    await fetch(`${platen.baseUrl}/api/dashboard/session`, {
      method: "DELETE",
      headers: { cookie: await guest.cookie() },
    });
    await guest.click("link", "Documents");
    await guest.find("button", "Sign in");
    await isAccessible(guest);
    await signInByForm(guest, ada);
    await guest.sees("No documents yet");
    expect(guest.path()).toBe(`/projects/${projectId}/documents`);
    expect(guest.errors).toEqual([]);
    await guest.close();
  });

  test("does not start with a wrong password, and the message does not say more than that", async () => {
    const stranger = await openVisitor(browser, platen.baseUrl);
    await stranger.open("/account?x=1");
    await stranger.fill("E-mail", ada.email);
    await stranger.fill("Password", "wrong");
    await stranger.click("button", "Sign in");
    await stranger.sees("The e-mail address or the password is wrong.");
    expect(stranger.path()).toBe(`/sign-in?to=${encodeURIComponent("/account?x=1")}`);
    await stranger.close();
  });

  test("cannot be guessed: after ten attempts, the form says how long to wait", async () => {
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
    await signInByForm(tricked, ada);
    await tricked.sees("Billing");
    expect(new URL(tricked.page.url()).origin).toBe(platen.baseUrl);
    expect(tricked.path()).toBe("/projects");
    await tricked.close();
  });

  test("ends in all other browsers when the password changes", async () => {
    const person = newPerson();
    await inviteStranger(platen.baseUrl, dashboard, person);
    const [here, elsewhere] = await Promise.all([
      openSignedIn(browser, platen.baseUrl, person),
      openSignedIn(browser, platen.baseUrl, person),
    ]);
    await here.open("/account");
    await isAccessible(here);
    await here.fill("Current password", "not this one");
    await here.fill("New password", `${person.password} 2`);
    await here.click("button", "Change password");
    await here.sees("The current password is wrong.");
    await here.fill("Current password", person.password);
    await here.click("button", "Change password");
    await here.sees("The password is changed.");
    await elsewhere.open("/projects");
    await elsewhere.find("button", "Sign in");
    await signInByForm(elsewhere, { ...person, password: `${person.password} 2` });
    await elsewhere.sees("Create your first project");
    expect(here.errors).toEqual([]);
    await Promise.all([here.close(), elsewhere.close()]);
  });

  test("ends by signing out", async () => {
    const guest = await openSignedIn(browser, platen.baseUrl, ada);
    await guest.click("button", `Account of ${ada.email}`);
    await guest.click("menuitem", "Sign out");
    await guest.find("button", "Sign in");
    await guest.open("/projects");
    await guest.find("button", "Sign in");
    await guest.close();
  });
});

describe("a new project", () => {
  test("is created by keyboard, and its pages say what to do first", async () => {
    await visitor.open("/projects");
    await visitor.find("link", "Billing");
    await visitor.page.keyboard.press("c");
    await visitor.find("textbox", "Name");
    await visitor.page.keyboard.type("Letters");
    await visitor.page.keyboard.press("Enter");
    await visitor.sees("No templates yet");
    expect(visitor.path()).toMatch(/\/projects\/prj_\w+\/templates$/);
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

describe("templates", () => {
  test("are created, found, renamed and deleted, and a taken name is reported at its field", async () => {
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
  });
});

describe("an API key", () => {
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
    const key = await visitor.page.$eval("[role=dialog] pre code", (code) => code.textContent ?? "");
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
    const client = createClient({ baseUrl: platen.baseUrl, apiKey: key });
    expect((await client.listTemplates()).pagination.total).toBe(0);
  });

  test("generates a document, which the documents page lists with its timeline", async () => {
    const templateId = await publishInvoice();
    const { client } = await createKey(platen.baseUrl, dashboard, projectId, "Production");
    const { pdf, documentId } = await client.generateDocument({
      templateId,
      data: { number: "7" },
      filename: "invoice-7",
    });
    expect((await pdfText(pdf)).join()).toContain("Invoice 7");
    await visitor.open(`/projects/${projectId}/documents`);
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
    for (const filter of ["to=2026-01-01T00:00:00Z", "status=failed"]) {
      await visitor.open(`/projects/${projectId}/documents?${filter}`);
      await visitor.sees("No documents match");
      await visitor.click("button", "Show all");
      await visitor.find("link", "invoice-7");
    }
    await isAccessible();
  });

  test("is renamed in place, and keeps working", async () => {
    const { client } = await createKey(platen.baseUrl, dashboard, projectId, "Production");
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
    expect((await client.listTemplates()).pagination.total).toBe(0);
  });

  test("is revoked by keyboard alone, immediately and without affecting other keys", async () => {
    const { keyboard } = visitor.page;
    const [revoked, other] = [
      await createKey(platen.baseUrl, dashboard, projectId, "Production"),
      await createKey(platen.baseUrl, dashboard, projectId, "Staging"),
    ];
    await visitor.open(`/projects/${projectId}/api-keys`);
    await visitor.find("button", "Actions for Staging");
    await visitor.tabTo("Actions for Production");
    await keyboard.press("Enter");
    await visitor.find("menuitem", "Revoke");
    await keyboard.press("ArrowDown");
    await visitor.waitForFocus("Rename");
    await keyboard.press("ArrowDown");
    await visitor.waitForFocus("Revoke");
    await keyboard.press("Enter");
    await visitor.sees("Every application that uses the key");
    await visitor.sees("Revoke “Production”?");
    await visitor.waitForFocus("Cancel");
    await isAccessible();
    await keyboard.press("Enter");
    await visitor.waitForFocus("Actions for Production");

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
    await visitor.sees("Key “Production” is revoked.");
    await visitor.page.waitForSelector('::-p-aria([name="Actions for Production"])', { hidden: true });
    expect(await refusal(revoked.client.listTemplates())).toEqual([401, "auth.key_invalid"]);
    expect((await other.client.listTemplates()).pagination.total).toBe(0);
  });
});

describe("members", () => {
  test("join by a link that is shown once and works once", async () => {
    const person = newPerson();
    await publishInvoice();
    await visitor.open(`/projects/${projectId}/members`);
    await visitor.click("button", "Invite");
    await visitor.fill("E-mail", ada.email);
    await visitor.click("button", "Create invitation");
    await visitor.sees("Is a member of this project already.");
    await visitor.fill("E-mail", person.email);
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

    const invited = await openVisitor(browser, platen.baseUrl);
    await invited.page.goto(link);
    await invited.sees("Join “Billing”");
    await invited.sees(`${ada.email} invites you to this project on Platen as viewer (look only).`);
    await isAccessible(invited);
    await invited.fill("Password", person.password);
    await invited.click("button", "Join");
    await invited.click("link", "Billing");
    await invited.find("button", "Actions for Invoice");
    expect(invited.errors).toEqual([]);
    await invited.close();
    const late = await openVisitor(browser, platen.baseUrl);
    await late.page.goto(link);
    await late.sees("This invitation has expired, or was withdrawn, replaced or accepted.");
    await isAccessible(late);
    await late.close();
  });

  test("who are viewers see no actions that they must not use, on any page", async () => {
    await publishInvoice();
    await createKey(platen.baseUrl, dashboard, projectId, "Staging");
    const { viewer, email } = await openViewer();
    await viewer.open(`/projects/${projectId}/templates`);
    await viewer.click("button", "Actions for Invoice");
    await viewer.find("menuitem", "Documents");
    expect(await viewer.has("button", "New template")).toBe(false);
    expect(await viewer.has("menuitem", "Rename")).toBe(false);
    expect(await viewer.has("menuitem", "Delete")).toBe(false);
    await viewer.open(`/projects/${projectId}/api-keys`);
    await viewer.sees("Staging");
    for (const name of ["New API key", "Actions for Staging", "Rename key Staging"]) {
      expect(await viewer.has("button", name)).toBe(false);
    }
    await viewer.page.keyboard.press("c");
    await viewer.open(`/projects/${projectId}/members`);
    await viewer.sees(ada.email);
    for (const name of ["Invite", `Actions for ${ada.email}`]) expect(await viewer.has("button", name)).toBe(false);
    await viewer.click("button", `Actions for ${email}`);
    await viewer.find("menuitem", "Leave project");
    expect(await viewer.has("menuitem", "Change role")).toBe(false);
    await viewer.page.keyboard.press("Escape");
    await viewer.open(`/projects/${projectId}/settings`);
    await viewer.sees("Viewer: look only");
    for (const name of ["Rename", "Delete project"]) expect(await viewer.has("button", name)).toBe(false);
    expect(viewer.errors).toEqual([]);
    await viewer.close();
  });

  test("get more actions with another role", async () => {
    const { viewer, email } = await openViewer();
    await visitor.open(`/projects/${projectId}/members`);
    await visitor.click("button", `Actions for ${email}`);
    await visitor.click("menuitem", "Change role");
    await visitor.click("radio", "Editor");
    await isAccessible();
    await visitor.click("button", "Change role");
    await visitor.dialogCloses();
    await visitor.sees("Editor");
    await viewer.open(`/projects/${projectId}/api-keys`);
    await viewer.find("button", "New API key");
    expect(viewer.errors).toEqual([]);
    await viewer.close();
  });

  test("include at least one owner, who cannot give up the role", async () => {
    await visitor.open(`/projects/${projectId}/members`);
    await visitor.click("button", `Actions for ${ada.email}`);
    await visitor.click("menuitem", "Change role");
    await visitor.click("radio", "Viewer");
    await visitor.sees("This is your own role.");
    await visitor.click("button", "Change role");
    await visitor.sees("A project needs at least one owner.");
    await visitor.click("button", "Cancel");
    await visitor.dialogCloses();
  });

  test("who are removed see the project as if it did not exist", async () => {
    const { viewer, email } = await openViewer();
    await visitor.open(`/projects/${projectId}/members`);
    await visitor.click("button", `Actions for ${email}`);
    await visitor.click("menuitem", "Remove");
    await visitor.click("button", "Remove member");
    await visitor.sees(`${email} is removed.`);
    await viewer.open(`/projects/${projectId}/api-keys`);
    await viewer.sees("This project does not exist, or you are not one of its members.");
    await isAccessible(viewer);
    await viewer.open("/projects");
    await viewer.sees("Create your first project");
    expect(viewer.errors).toEqual([]);
    await viewer.close();
  });
});

describe("a project", () => {
  test("is found from anywhere by a few letters", async () => {
    await createProject(dashboard, "Shipping");
    await visitor.open(`/projects/${projectId}/settings`);
    await visitor.find("button", "Delete project");
    await visitor.page.keyboard.down("Control");
    await visitor.page.keyboard.press("k");
    await visitor.page.keyboard.up("Control");
    await visitor.waitForFocus("Go to a project or page");
    await visitor.find("button", "Members");
    await isAccessible();
    await visitor.page.keyboard.type("shipp");
    await visitor.page.waitForSelector('::-p-aria([name="Members"][role="button"])', { hidden: true });
    await visitor.find("button", "Shipping");
    await visitor.page.keyboard.press("Enter");
    await visitor.sees("No templates yet");
    expect(visitor.path()).not.toContain(projectId);
  });

  test("in use is deleted only after typing its name", async () => {
    await createTemplate(dashboard, projectId, { name: "Letter", html: "<p></p>" });
    await createTemplate(dashboard, projectId, { name: "Invoice", html: "<p></p>" });
    await createKey(platen.baseUrl, dashboard, projectId);
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
    await visitor.find("button", "New project");
    expect(visitor.path()).toBe("/projects");
    expect(await visitor.has("link", "Billing, old")).toBe(false);
  });
});

test("an unknown address says so and links to the projects", async () => {
  await visitor.open("/nowhere");
  await visitor.sees("Page not found");
  await isAccessible();
  await visitor.click("link", "All projects");
  await visitor.sees("Billing");
});
