import { mkdir } from "node:fs/promises";
import { resolve } from "node:path";
import { createClient } from "@platen/client";
import { operations } from "@platen/contracts";
import { startKeeper, startPlaten, type Platen } from "@platen/testing";
import { signIn } from "../dashboard-session.ts";
import { buildDashboard, openVisitor, startBrowser, type Visitor } from "./dashboard-browser.ts";

// Takes pictures of every page and state of the dashboard, wide and narrow, light and dark, for people to look at:
//   npm run screenshots [folder]

const folder = resolve(process.argv[2] ?? ".data/screenshots");
const widths = [1440, 1024, 390];
const schemes = ["light", "dark"];

type Shoot = (name: string) => Promise<void>;

function createShoot({ page }: Visitor): Shoot {
  return async (name) => {
    for (const width of widths) {
      for (const scheme of schemes) {
        await page.setViewport({ width, height: 850 });
        await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: scheme }]);
        await page.waitForSelector(`html[data-mantine-color-scheme="${scheme}"]`);
        await page.evaluate(() => Promise.allSettled(document.getAnimations().map(({ finished }) => finished)));
        await page.screenshot({ path: `${folder}/${name}-${width}-${scheme}.png` });
      }
    }
    await page.setViewport({ width: 1440, height: 850 });
    process.stdout.write(`${name}\n`);
  };
}

async function generateDocuments({ baseUrl, apiKey, templates }: Platen): Promise<void> {
  const client = createClient({ baseUrl, apiKey });
  for (const { templateId, sampleData } of templates) await client.generateDocument({ templateId, data: sampleData });
  const [first] = templates;
  if (!first) return;
  await client.generateDocument({ templateId: first.templateId, data: first.sampleData, filename: "invoice-2031" });
  // One that fails, for the page that says why.
  const tooFar = { templateId: first.templateId, data: first.sampleData, options: { pageRanges: "900" } };
  await client.generateDocument(tooFar).catch(() => undefined);
}

/** A second version of the first template, and what there is to see of both. */
async function shootVersions(
  { open, click, find, sees }: Visitor,
  { baseUrl, account, projectId, templates }: Platen,
  shoot: Shoot,
): Promise<void> {
  const [first] = templates;
  if (!first) return;
  const params = { projectId, templateId: first.templateId };
  const dashboard = await signIn(baseUrl, account);
  const { html, css, settings, dataSets, revision } = await dashboard.call(operations.getDraft, { params });
  const body = { html: html.replaceAll("Invoice", "Tax invoice"), css, settings, dataSets, revision };
  const saved = await dashboard.call(operations.saveDraft, { params, body });
  await dashboard.call(operations.publishDraft, {
    params,
    body: { revision: saved.revision, note: "Says “Tax invoice”, as the tax office wants it" },
  });
  const template = `/projects/${projectId}/templates/${first.templateId}`;
  await open(`${template}/versions`);
  await find("link", "Version 2");
  await shoot("versions");
  await click("button", "Actions for version 1");
  await click("menuitem", "Restore");
  await find("button", "Restore version");
  await shoot("version-restore");
  await open(`${template}/versions/2`);
  await find("image", "Page 1 of 1");
  await shoot("version");
  await click("tab", "HTML");
  await find("region", "HTML");
  await shoot("version-source");
  await open(`${template}/compare?from=1&to=2`);
  await find("region", "Changes of HTML");
  await shoot("compare");
  await click("tab", "Pages");
  await sees("page differs");
  await shoot("compare-pages");
}

async function shootAll(visitor: Visitor, platen: Platen, shoot: Shoot): Promise<void> {
  const { open, click, fill, find, sees, dialogCloses, page } = visitor;
  const project = `/projects/${platen.projectId}`;
  await open("/");
  await find("button", "Sign in");
  await shoot("sign-in");
  await fill("E-mail", platen.account.email);
  await fill("Password", "not this one");
  await click("button", "Sign in");
  await sees("is wrong");
  await shoot("sign-in-refused");
  await fill("Password", platen.account.password);
  await click("button", "Sign in");
  await find("link", "Demo");
  await shoot("projects");
  await page.keyboard.down("Control");
  await page.keyboard.press("k");
  await page.keyboard.up("Control");
  await find("button", "Account and password");
  await shoot("switcher");

  await open(`${project}/templates`);
  await find("button", "Actions for Invoice");
  await shoot("templates");
  await find("button", "Actions for Invoice");
  await page.waitForFunction((count) => document.querySelectorAll("[data-state=drawn]").length >= count, {}, 3);
  await shoot("templates-pictures");
  await click("button", "Actions for Invoice");
  await find("menuitem", "Use it");
  await shoot("template-actions");
  await click("menuitem", "Use it");
  await click("tab", "TypeScript");
  await shoot("template-use-it");
  await open(`${project}/templates`);
  await click("button", "Actions for Invoice");
  await click("menuitem", "Tags and description");
  await sees("Enter or a comma ends one");
  await shoot("template-details");
  await open(`${project}/templates`);
  await click("button", "Import");
  await sees("exported from Platen");
  await shoot("template-import");
  await open(`${project}/templates`);
  await click("button", "New template");
  await find("radio", "Quarterly report");
  await fill("Name", "Invoice");
  await shoot("template-new");
  await click("button", "Create template");
  await sees("has this name");
  await shoot("template-name-taken");
  await shootVersions(visitor, platen, shoot);
  await open(`${project}/templates?search=nothing+like+this`);
  await sees("No template matches");
  await shoot("templates-no-match");

  await open(`${project}/documents`);
  await sees("No documents yet");
  await shoot("documents-empty");
  await generateDocuments(platen);
  await open(`${project}/documents`);
  await find("link", "invoice-2031");
  await shoot("documents");
  await click("link", "invoice-2031");
  await sees("What became of it");
  await shoot("document");
  await open(`${project}/documents?status=failed`);
  await page.locator("tbody a").click();
  await sees("What became of it");
  await shoot("document-failed");

  await open(`${project}/api-keys`);
  await click("button", "New API key");
  await find("textbox", "Name");
  await shoot("api-key-new");
  await fill("Name", "Production");
  await click("button", "Create key");
  await sees("It cannot be shown again");
  await shoot("api-key-once");
  await click("button", "I have stored the key");
  await dialogCloses();
  await shoot("api-keys");
  await click("button", "Rename key Production");
  await shoot("api-key-rename");
  await page.keyboard.press("Escape");
  await click("button", "Actions for Production");
  await find("menuitem", "Revoke");
  await shoot("api-key-actions");
  await click("menuitem", "Revoke");
  await find("button", "Revoke key");
  await shoot("api-key-revoke");

  await open(`${project}/members`);
  await click("button", "Invite");
  await fill("E-mail", "grace@example.com");
  await shoot("member-invite");
  await click("button", "Make invitation");
  await sees("cannot be shown again");
  await shoot("member-link");
  await click("button", "I have the link");
  await dialogCloses();
  await shoot("members");

  await open(`${project}/settings`);
  await find("button", "Delete project");
  await shoot("settings");
  await click("button", "Delete project");
  await sees("to confirm");
  await shoot("project-delete");
  await open("/account");
  await find("button", "Change password");
  await shoot("account");
  await open("/nowhere");
  await sees("no such page");
  await shoot("not-found");
  await open("/projects/prj_01jd3k8v7n2q4r6s8t0v2w4x6z/templates");
  await sees("does not exist");
  await shoot("project-not-found");

  await click("button", `Account of ${platen.account.email}`);
  await shoot("account-menu");
  await open("/invitation#a-code-that-is-none-and-long");
  await find("button", "Join");
  await shoot("invitation");
}

await mkdir(folder, { recursive: true });
await buildDashboard();
const keeper = await startKeeper();
const browser = await startBrowser();
const platen = await startPlaten();
try {
  const visitor = await openVisitor(browser, platen.baseUrl);
  await shootAll(visitor, platen, createShoot(visitor));
  process.stdout.write(`The pictures are in ${folder}\n`);
} finally {
  await browser.close();
  await platen.stop();
  await keeper.stop();
}
