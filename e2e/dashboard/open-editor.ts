import type { Platen } from "@platen/testing";
import type { Visitor } from "./dashboard-browser.ts";

export type View = "design" | "code" | "data" | "texts" | "preview";

type TemplateKey = { projectId: string; templateId: string };

/** The keys of the demo project's template with this name. */
export function templateNamed({ projectId, templates }: Platen, name: string): TemplateKey {
  const found = templates.find((template) => template.name === name);
  if (!found) throw new Error(`The demo project has no template "${name}".`);
  return { projectId, templateId: found.templateId };
}

function pathOf({ projectId, templateId }: TemplateKey): string {
  return `/projects/${projectId}/templates/${templateId}`;
}

/** Loads the dashboard with a template in the editor. The caller waits for the content that it needs. */
export async function openEditor({ open }: Visitor, params: TemplateKey): Promise<void> {
  await open(pathOf(params));
}

/** Opens a template in the editor of the loaded dashboard, which costs a tenth of the processor time. */
export async function showEditor({ show }: Visitor, params: TemplateKey): Promise<void> {
  await show(pathOf(params));
}

/** Saves at once and waits until everything is saved. The editor may have saved a part by itself before. */
export async function saveAll({ page, press }: Visitor): Promise<void> {
  await press("Control", "s");
  await page.waitForFunction(() => document.querySelector<HTMLElement>("header output")?.innerText === "Saved");
}

/** Makes the editor open with these views from now on. */
export async function chooseViews({ page }: Visitor, views: readonly View[]): Promise<void> {
  const layout = JSON.stringify({ open: views, shares: {} });
  await page.evaluate((text) => localStorage.setItem("platen.editor-layout", text), layout);
}

/** Opens the editor with these views, and without unsaved changes of an earlier visit. */
export async function openFreshEditor(visitor: Visitor, params: TemplateKey, views: readonly View[]): Promise<void> {
  // From another page, because the editor stores unsaved changes when it is left.
  await visitor.goTo("/account");
  await visitor.find("button", "Change password");
  await visitor.page.evaluate(() => localStorage.clear());
  await chooseViews(visitor, views);
  await visitor.goTo(pathOf(params));
}
