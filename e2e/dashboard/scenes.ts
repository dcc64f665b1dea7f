import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { resolve } from "node:path";
import { createClient } from "@platen/client";
import { operations } from "@platen/contracts";
import { addMember } from "../dashboard-session.ts";
import { createKey, createProject, createTemplate, publishAgain } from "../project-setup.ts";
import { openSignedIn, openVisitor, type Visitor } from "./dashboard-browser.ts";
import { editorScenes } from "./editor-scenes.ts";
import { addLibrary, libraryScenes, type LibraryProject } from "./library-scenes.ts";
import { templateNamed } from "./open-editor.ts";
import {
  load,
  at,
  choose,
  click,
  clickChoice,
  fill,
  find,
  sees,
  press,
  chooseFile,
  chooseFileAt,
  reload,
  scrollTo,
  type,
  type SceneTable,
  type Step,
} from "./scene-steps.ts";
import type { Demo } from "./start-demo.ts";
import { addTranslations, translationScenes } from "./translation-scenes.ts";
import { viewerScenes } from "./viewer-scenes.ts";

// Every page, dialog and state of the dashboard, as the steps that lead there. `scenes.test.ts` checks each scene, and
// `npm run screenshots` photographs it.

/** A scene. What it shows may depend on the width of the window when it opens: then `isSizedOnOpening` is true. */
export type Scene = { name: string; visitor: Visitor; isSizedOnOpening: boolean; show: () => Promise<void> };

/**
 * The path of a project without content, a template without a version, the code of an invitation, a library, and a receiver
 * of webhooks.
 */
type Prepared = { empty: string; draftId: string; code: string; library: LibraryProject; receiver: Server };

function guestScenes({ platen }: Demo, { code }: Prepared): SceneTable {
  return {
    "sign-in-refused": [
      load("/account"),
      fill("E-mail", platen.account.email),
      fill("Password", "not this one"),
      click("button", "Sign in"),
      sees("The e-mail address or the password is wrong."),
    ],
    "invitation-refused": [
      load("/invitation#a-code-that-does-not-exist-anywhere"),
      reload,
      sees("This invitation has expired, or was withdrawn, replaced or accepted."),
    ],
    invitation: [load(`/invitation#${code}`), reload, find("button", "Join"), sees("as viewer (look only)")],
  };
}

function accountScenes({ platen }: Demo): SceneTable {
  return {
    projects: [at("/projects"), find("link", "Demo")],
    switcher: [at("/projects"), find("link", "Demo"), press("Control", "k"), find("button", "Account and password")],
    "project-new": [at("/projects"), click("button", "New project"), find("textbox", "Name")],
    account: [at("/account"), find("button", "Change password")],
    "account-menu": [
      at("/account"),
      click("button", `Account of ${platen.account.email}`),
      find("menuitem", "Sign out"),
    ],
    guide: [at("/guide/design"), sees("Put in your logo"), find("link", "Another language")],
    "guide-search": [
      at("/guide/formats"),
      sees("Which format for what"),
      fill("Search the guide", "page numbers"),
      find("link", "Header, footer and page numbers"),
    ],
    "not-found": [at("/nowhere"), sees("Page not found"), find("link", "All projects")],
  };
}

function projectScenes({ platen }: Demo, { empty }: Prepared): SceneTable {
  const project = `/projects/${platen.projectId}`;
  const keys = `${project}/api-keys`;
  const members = `${project}/members`;
  return {
    "api-keys-empty": [at(`${empty}/api-keys`), sees("No API keys"), sees(`${platen.baseUrl}/api/v1/generate`)],
    "api-key-once": [
      at(keys),
      click("button", "New API key"),
      fill("Name", "Staging"),
      click("button", "Create key"),
      sees("It cannot be shown again"),
    ],
    "api-keys": [at(keys), find("button", "Actions for Production")],
    "api-key-rename": [
      at(keys),
      click("button", "Rename key Production"),
      find("textbox", "New name of key Production"),
    ],
    "member-link": [
      at(members),
      click("button", "Invite"),
      fill("E-mail", "grace@example.com"),
      click("button", "Invite as editor"),
      sees("works once"),
    ],
    members: [at(members), sees("Pending invitations")],
    "member-role": [
      at(members),
      click("button", `Actions for ${platen.account.email}`),
      click("menuitem", "Change role"),
      click("radio", "Viewer"),
      sees("This is your own role."),
      click("button", "Change role"),
      sees("A project needs at least one owner."),
    ],
    settings: [at(`${project}/settings`), find("textbox", "Project name")],
    "settings-documents": [at(`${project}/settings?section=documents`), find("textbox", "Never keep")],
    "settings-usage": [at(`${project}/settings?section=storage`), sees("Rows of batches")],
    "settings-secret": [
      at(`${project}/settings?section=webhooks`),
      click("button", "Show secret"),
      find("button", "Copy secret"),
      click("button", "Make a new secret"),
      click("button", "Replace the secret"),
      sees("The secret before this one signs too until"),
      scrollTo('::-p-aria([name="Hide secret"][role="button"])'),
    ],
    "project-delete": [at(`${project}/settings`), click("button", "Delete project"), sees("to confirm")],
  };
}

/** In a narrow window, opens the menu with the pages of the project. */
const openMenu: Step = async (visitor) => {
  if ((visitor.page.viewport()?.width ?? 0) >= 1024) return;
  await visitor.click("button", "Menu");
  await visitor.find("link", "Batches");
};

function templateScenes({ platen }: Demo, { empty, draftId }: Prepared): SceneTable {
  const templates = `/projects/${platen.projectId}/templates`;
  const invoice = `${templates}/${templateNamed(platen, "Invoice").templateId}`;
  const actions = [at(templates), click("button", "Actions for Invoice")];
  return {
    "templates-empty": [at(`${empty}/templates`), sees("No templates yet")],
    templates: [at(templates), find("button", "Actions for Invoice")],
    menu: [at(templates), find("button", "Actions for Invoice"), openMenu],
    "template-actions": [...actions, find("menuitem", "Use it")],
    "template-details": [
      ...actions,
      click("menuitem", "Tags and description"),
      sees("Press Enter or type a comma"),
      click("combobox", "Tags"),
      press("<"),
      press("b"),
      press(">"),
      click("button", "Save"),
      sees("Must be 1 to 40 letters"),
    ],
    "template-use-it": [...actions, click("menuitem", "Use it"), click("tab", "Python"), find("button", "Copy Python")],
    "template-new": [
      at(templates),
      click("button", "New template"),
      find("radio", "Quarterly report"),
      ({ page }) =>
        page.waitForFunction(() => document.querySelectorAll("[role=dialog] [data-state=drawn] img").length >= 3),
    ],
    "versions-empty": [at(`${templates}/${draftId}/versions`), sees("Nothing is published yet")],
    versions: [at(`${invoice}/versions`), find("link", "Version 2"), sees("Another <b>name</b>")],
    version: [at(`${invoice}/versions/2`), find("image", "Page 1 of 1")],
    "version-line": [at(`${invoice}/versions/2?part=html&line=60`), sees("Line 60 is marked.")],
    "template-not-found": [
      at(`/projects/${platen.projectId}/templates/tpl_01jd3k8v7n2q4r6s8t0v2w4x6z`),
      find("navigation", "Project"),
    ],
    compare: [at(`${invoice}/compare?from=1&to=2&view=source`), find("region", "Changes of HTML")],
    "compare-pages": [
      at(`${invoice}/compare?from=1&to=2`),
      sees("1 of 1 page differs."),
      find("image", "Version 1, page 1"),
    ],
    "compare-same": [
      at(`${invoice}/compare?from=2&to=draft`),
      sees("The page is the same, pixel by pixel."),
      click("tab", "Source"),
      sees("The sources are the same."),
    ],
    // The last one, as the browser remembers the grid.
    "templates-grid": [at(templates), clickChoice("Grid"), find("link", "Invoice"), find("combobox", "Order")],
  };
}

function documentScenes({ platen }: Demo): SceneTable {
  const documents = `/projects/${platen.projectId}/documents`;
  return {
    documents: [at(documents), find("link", "invoice-2031")],
    document: [at(documents), click("link", "invoice-2031"), sees("Picked up by a worker"), sees("Completed")],
    "document-remade": [
      at(documents),
      click("link", "invoice-2031"),
      click("button", "Make it again"),
      find("image", "Page 1 of 1"),
      scrollTo("[aria-label='The PDF made again']"),
    ],
    "document-delivery": [
      at(`${documents}?reference=order+2041`),
      click("link", "invoice-2041"),
      sees("The receiver refused the message."),
      click("button", "Send again"),
      sees("The receiver took the message."),
      scrollTo("[aria-label=Attempts]"),
    ],
    "document-failed": [
      at(`${documents}?status=failed`),
      ({ page }) => page.locator("tbody a").click(),
      sees("Timeline"),
      sees("Failed"),
    ],
    "document-warnings": [
      at(`${documents}?warning=glyph.missing`),
      click("link", "invoice-2032"),
      sees("Characters without a font."),
      sees("Open version 2 at line"),
    ],
    "documents-refused": [at(`${documents}/refused`), sees("options.scale must be at most 2")],
  };
}

/** A receiver of webhooks that is busy for an hour at the first message, and takes all others. */
async function startReceiver(): Promise<Server> {
  let messages = 0;
  const receiver = createServer((_request, response) => {
    messages += 1;
    if (messages === 1) response.writeHead(503, { "retry-after": "3600" }).end();
    else response.writeHead(204).end();
  }).listen(0, "127.0.0.1");
  await once(receiver, "listening");
  return receiver;
}

/** A workbook whose sheet "Payslips" has a cell of each kind. */
const workbook = resolve(
  import.meta.dirname,
  "../../services/dashboard/src/batches/new/workbook/fixtures/payslips.xlsx",
);

function batchScenes({ platen }: Demo): SceneTable {
  const batches = `/projects/${platen.projectId}/batches`;
  const { templateId } = templateNamed(platen, "Invoice");
  const make = `/projects/${platen.projectId}/templates/${templateId}/make`;
  return {
    batches: [at(batches), find("link", "Certificates"), find("link", "Invoices December"), sees("2 with warnings")],
    batch: [at(batches), click("link", "Reminders"), sees("3 of 3 rows ended"), find("link", "customer 2")],
    "batch-warnings": [at(batches), click("link", "Certificates"), sees("2 with warnings")],
    "batch-delete": [
      at(batches),
      click("link", "Invoices December"),
      click("button", "Delete"),
      sees("Platen cancels the 2 open rows."),
    ],
    "make-one": [at(make), find("image", "Page 1 of 1"), find("table", "Lines")],
    "make-one-sheet": [at(make), find("image", "Page 1 of 1"), scrollTo("table[aria-label='Lines']")],
    "make-one-made": [
      at(make),
      find("image", "Page 1 of 1"),
      click("button", "Make document"),
      find("button", "Download PDF"),
      ({ page }) => page.evaluate(() => window.scrollTo(0, 0)),
    ],
    "batch-new": [
      at(`${batches}/new`),
      find("button", "Choose a file"),
      chooseFile(
        "invoices.csv",
        "number;customer.name;net\n2051;Müller & Söhne;1234,5\n2052;Ada;7\n ;;\nTotal;;1241,5\n",
      ),
      choose("Template", templateId),
      find("combobox", "Field for net"),
      sees("The batch makes 2 documents. 2 rows are left out."),
      sees("fields of the template have no column"),
      scrollTo("[aria-label='Without a column: status']"),
    ],
    "batch-new-page": [
      at(`${batches}/new`),
      find("button", "Choose a file"),
      chooseFile("invoices.csv", "number,customer.name\n2051,Ada\n"),
      choose("Template", templateId),
      click("button", "Leave the others empty"),
      choose("Without a column: lines", "fixed"),
      scrollTo("[aria-label='How the document is shown']"),
      find("image", "First page of document 1"),
      scrollTo("[role=img]"),
    ],
    "batch-new-invoices": [
      at(`${batches}/new`),
      find("button", "Choose a file"),
      chooseFile(
        "invoices.csv",
        "number,customer.name,description,quantity\n2051,Ada,Oak,2\n2051,,Elm,1\n2052,Bob,Ash,3\n",
      ),
      choose("Template", templateId),
      choose("One document for", "0"),
      sees("The batch makes 2 documents of 3 rows."),
      scrollTo("[aria-label='Field for quantity']"),
    ],
    "batch-new-mistakes": [
      at(`${batches}/new`),
      find("button", "Choose a file"),
      chooseFile("invoices.csv", "number,paymentDays\n2051,30\n2052,many\n2053,few\n"),
      choose("Template", templateId),
      click("button", "Send and start"),
      sees("The file has 2 mistakes"),
      scrollTo("[role=alert]"),
    ],
    "batch-new-workbook": [
      at(`${batches}/new`),
      find("button", "Choose a file"),
      chooseFileAt(workbook),
      choose("Template", templateId),
      find("combobox", "Field for Paid on"),
      sees("2026-11-30"),
      ({ page }) => page.locator("::-p-text(More options)").click(),
      type("File names", "payslip-{Number}.pdf"),
      fill("Language", "de_CH"),
      sees("Write a language tag such as en or de-CH."),
      ({ page }) => page.locator("label::-p-text(Data)").click(),
      sees('"filename": "payslip-007.pdf"'),
    ],
  };
}

/** Creates what the scenes show: documents, a second version, a key, an empty project and an invitation. */
async function prepare(demo: Demo): Promise<Prepared> {
  const { platen, dashboard } = demo;
  const { baseUrl, apiKey, projectId } = platen;
  const { templateId } = templateNamed(platen, "Invoice");
  const client = createClient({ baseUrl, apiKey });
  await createKey(baseUrl, dashboard, projectId, "Production");
  await addTranslations(demo);
  await publishAgain(
    dashboard,
    { projectId, templateId },
    (html) => html.replaceAll("Invoice", "Tax invoice"),
    "Another <b>name</b>",
  );
  const data = platen.templates.find((template) => template.templateId === templateId)?.sampleData ?? {};
  await dashboard.call(operations.saveRequestKeeping, {
    params: { projectId },
    body: { days: 7, redactedPaths: ["customer.vatNumber"] },
  });
  await client.createDocument({
    templateId,
    data,
    filename: "invoice-2040",
    reference: "order 2040",
    metadata: { customer: "c_81", channel: "shop" },
    notBefore: new Date(Date.now() + 7 * 86_400_000).toISOString(),
  });
  const receiver = await startReceiver();
  await client.createDocument({
    templateId,
    data,
    filename: "invoice-2041",
    reference: "order 2041",
    // A receiver's address is an `AddressInfo`, because it listens at a port.
    callbackUrl: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/invoices`,
  });
  await client.generateDocument({ templateId, data, filename: "invoice-2031" });
  const incomplete = { ...data, customer: { name: "\u{12000}" } };
  await client.generateDocument({ templateId, data: incomplete, filename: "invoice-2032" });
  await client.generateDocument({ templateId, data, options: { pageRanges: "900" } }).catch(() => undefined);
  const failing = await client.createBatch({ templateId, name: "Reminders", options: { pageRanges: "900" } });
  await client.addRows(
    failing.batchId,
    [1, 2, 3].map((number) => ({ data, reference: `customer ${number}` })),
  );
  await client.startBatch(failing.batchId);
  await client.waitForBatch(failing.batchId);
  const certificates = await client.createBatch({ templateId, name: "Certificates" });
  await client.addRows(certificates.batchId, [{ data }, { data: incomplete }, { data: incomplete }]);
  await client.startBatch(certificates.batchId);
  await client.waitForBatch(certificates.batchId);
  const notBefore = new Date(Date.now() + 7 * 86_400_000).toISOString();
  const waiting = await client.createBatch({ templateId, name: "Invoices December", notBefore });
  await client.addRows(waiting.batchId, [{ data }, { data }]);
  await client.startBatch(waiting.batchId);
  const refused = { templateId, data, options: { scale: 9 } };
  await client.generateDocument(refused).catch(() => undefined);
  const body = { email: "alan@example.com", role: "viewer" } as const;
  const { code } = await dashboard.call(operations.inviteMember, { params: { projectId }, body });
  const draft = await createTemplate(dashboard, projectId, { name: "Draft", html: "<p></p>" });
  const empty = `/projects/${await createProject(dashboard, "Empty")}`;
  return { empty, draftId: draft.templateId, code, library: await addLibrary(demo), receiver };
}

function scenesOf(visitor: Visitor, table: SceneTable): Scene[] {
  return Object.entries(table).map(([name, steps]) => ({
    name,
    visitor,
    // The editor arranges its views, and the rail is a menu in a narrow window.
    isSizedOnOpening: name.startsWith("editor-") || name === "menu",
    show: async () => {
      for (const step of steps) await step(visitor);
    },
  }));
}

/** All scenes of the dashboard, each with its visitor. Scenes of one lane follow each other; lanes may run together. */
export async function openScenes(demo: Demo): Promise<{ lanes: Scene[][]; close: () => Promise<void> }> {
  const { platen, browser, dashboard } = demo;
  const prepared = await prepare(demo);
  const person = { email: "viewer@example.com", password: "correct horse battery" };
  const session = await addMember(platen.baseUrl, dashboard, { projectId: platen.projectId, role: "viewer" }, person);
  const guest = await openVisitor(browser, platen.baseUrl);
  const viewer = await openSignedIn(browser, platen.baseUrl, session);
  const [writer, owner] = [demo.visitor, await openSignedIn(browser, platen.baseUrl, dashboard)];
  const visitors = [guest, viewer, writer, owner];
  for (const { page } of visitors) {
    await page.setViewport({ width: 1440, height: 900 });
  }
  const lanes = [
    [...scenesOf(guest, guestScenes(demo, prepared)), ...scenesOf(viewer, viewerScenes(demo))],
    scenesOf(writer, { ...editorScenes(demo), ...documentScenes(demo), ...batchScenes(demo) }),
    scenesOf(owner, {
      ...accountScenes(demo),
      ...translationScenes(demo),
      ...libraryScenes(demo, prepared.library, prepared.empty),
      ...projectScenes(demo, prepared),
      ...templateScenes(demo, prepared),
    }),
  ];
  const close = async () => {
    await Promise.all([guest, viewer, owner].map((visitor) => visitor.close()));
    prepared.receiver.closeAllConnections();
    prepared.receiver.close();
  };
  return { lanes, close };
}
