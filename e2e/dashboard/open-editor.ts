import type { Platen } from "@platen/testing";
import type { Visitor } from "./dashboard-browser.ts";

export type View = "design" | "code" | "data" | "preview";

type TemplateParams = { projectId: string; templateId: string };

/** The demo project's template with this name, for requests. */
export function templateNamed({ projectId, templates }: Platen, name: string): TemplateParams {
  const found = templates.find((template) => template.name === name);
  if (!found) throw new Error(`the demo project has no template "${name}"`);
  return { projectId, templateId: found.templateId };
}

/** Opens a template in the editor; what is to be seen there is the caller's to wait for. */
export async function openEditor({ open }: Visitor, { projectId, templateId }: TemplateParams): Promise<void> {
  await open(`/projects/${projectId}/templates/${templateId}`);
}

/** Lets the editor open with these views from now on. */
export async function chooseViews({ page }: Visitor, views: readonly View[]): Promise<void> {
  const layout = JSON.stringify({ open: views, shares: {} });
  await page.evaluate((text) => localStorage.setItem("platen.editor-layout", text), layout);
}

/** Opens the editor with these views, and without the work that was not saved when it was left. */
export async function openEditorAnew(visitor: Visitor, params: TemplateParams, views: readonly View[]): Promise<void> {
  // The editor keeps unsaved work when it is left.
  await visitor.open("/account");
  await visitor.page.evaluate(() => localStorage.clear());
  await chooseViews(visitor, views);
  await openEditor(visitor, params);
}
