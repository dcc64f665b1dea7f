import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { operations } from "@platen/contracts";
import { templateNamed } from "../open-editor.ts";
import type { Tour } from "./tour.ts";

/** The list of templates with its dialogs. */
export async function tourTemplates({ platen, visitor, shoot }: Tour): Promise<void> {
  const { open, click, fill, find, sees } = visitor;
  const templates = `/projects/${platen.projectId}/templates`;
  await open(templates);
  await find("button", "Actions for Invoice");
  await shoot("templates");
  await click("button", "Actions for Invoice");
  await find("menuitem", "Use it");
  await shoot("template-actions");
  await click("menuitem", "Delete");
  await find("button", "Cancel");
  await shoot("template-delete");
  await open(templates);
  await click("button", "Actions for Invoice");
  await click("menuitem", "Tags and description");
  await sees("Press Enter or type a comma");
  await shoot("template-details");
  await open(templates);
  await click("button", "Actions for Invoice");
  await click("menuitem", "Use it");
  for (const language of ["curl", "TypeScript", "Python"]) {
    await click("tab", language);
    await shoot(`template-use-it-${language.toLowerCase()}`);
  }
  await open(templates);
  await click("button", "New template");
  await find("radio", "Quarterly report");
  await shoot("template-new");
  await click("radio", "Quarterly report");
  await fill("Name", "Invoice");
  await click("button", "Create template");
  await sees("has this name");
  await shoot("template-new-refused");
  await open(`${templates}?search=nothing+like+this`);
  await sees("No templates match");
  await shoot("templates-no-match");
}

/** The import of a template, and of another file. */
export async function tourImport({ platen, visitor, shoot }: Tour): Promise<void> {
  const { open, click, sees, page } = visitor;
  const folder = await mkdtemp(join(tmpdir(), "platen-screenshots-"));
  const choose = async (name: string, content: unknown) => {
    await writeFile(join(folder, name), JSON.stringify(content));
    const input = await page.waitForSelector("input[type=file]");
    await input?.uploadFile(join(folder, name));
  };
  await open(`/projects/${platen.projectId}/templates`);
  await click("button", "Import");
  await sees("exported from Platen");
  await shoot("template-import");
  await choose("letter.json", { format: "platen-template", formatVersion: 1, name: "" });
  await sees("html is missing");
  await shoot("template-import-refused");
  await choose("reminder.platen.json", {
    format: "platen-template",
    formatVersion: 1,
    name: "Reminder",
    description: "For invoices that are overdue",
    tags: ["billing"],
    settings: {},
    html: "<h1>Reminder</h1>",
    css: "",
    dataSets: [{ name: "Sample", json: "{}" }],
  });
  await sees("For invoices that are overdue");
  await shoot("template-import-chosen");
  await rm(folder, { recursive: true });
}

/** The pages of two versions of the invoice. */
export async function tourVersions({ platen, dashboard, visitor, shoot }: Tour): Promise<void> {
  const { open, click, find, sees } = visitor;
  const params = templateNamed(platen, "Invoice");
  const { html, css, settings, dataSets, revision } = await dashboard.call(operations.getDraft, { params });
  const body = { html: html.replaceAll("Invoice", "Tax invoice"), css, settings, dataSets, revision };
  const saved = await dashboard.call(operations.saveDraft, { params, body });
  const note = "Says “Tax invoice”, as the tax office wants it";
  await dashboard.call(operations.publishDraft, { params, body: { revision: saved.revision, note } });
  const template = `/projects/${params.projectId}/templates/${params.templateId}`;
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
