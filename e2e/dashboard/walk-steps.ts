import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "@jest/globals";
import { operations, type ResponseOutput } from "@platen/contracts";
import { pdfText } from "@platen/testing";
import { createKey, createProject, publishTemplate, type TemplateSource } from "../project-setup.ts";
import { openCanvas } from "./design-canvas.ts";
import { createPerson } from "./person.ts";
import type { Demo } from "./start-demo.ts";

/** The words of a PDF, with a space between them. */
export async function wordsOf(pdf: Uint8Array): Promise<string> {
  return (await pdfText(pdf)).join(" ").replaceAll(/\s+/g, " ");
}

/** Puts a file on the disk, and returns its path. */
export async function fileOf(name: string, content: string): Promise<string> {
  const path = join(await mkdtemp(join(tmpdir(), "platen-walk-")), name);
  await writeFile(path, content);
  return path;
}

/**
 * Puts a person before the list of templates of a new project, which has these published templates. The steps are those that
 * several walks take.
 */
export async function startWalk(
  { platen, dashboard, visitor }: Demo,
  projectName: string,
  templates: readonly TemplateSource[] = [],
) {
  await visitor.page.setViewport({ width: 1440, height: 900 });
  const projectId = await createProject(dashboard, projectName);
  for (const template of templates) await publishTemplate(dashboard, projectId, template);
  const { client } = await createKey(platen.baseUrl, dashboard, projectId, "Shop");
  const person = createPerson(visitor);
  await visitor.open(`/projects/${projectId}/templates`);
  await visitor.sees(templates[0]?.name ?? "No templates yet");

  async function templateIdOf(name: string): Promise<string> {
    const { templates: all } = await dashboard.call(operations.listTemplates.member, { params: { projectId } });
    const found = all.find((template) => template.name === name);
    if (!found) throw new Error(`The project has no template "${name}".`);
    return found.templateId;
  }

  return {
    person,
    canvas: openCanvas(visitor),
    projectId,
    beginTemplate: async (name: string): Promise<void> => {
      await person.click("button", "New template");
      await visitor.waitForFocus("Name");
      await person.type(name);
      await person.click("button", "Create template");
    },
    /** Publishes the template in the editor. */
    publish: async (name: string, version = 1): Promise<void> => {
      await person.click("button", "Publish");
      await visitor.find("textbox", "Note");
      await person.press("Control", "Enter");
      await visitor.sees(`Version ${version} of “${name}” is published.`);
    },
    /** Waits until the text that is edited has the focus again, which a field that was clicked had taken. */
    textHasFocus: async (): Promise<void> => {
      await visitor.page.waitForFunction(() => document.activeElement?.localName === "iframe");
    },
    /** Opens New batch with a template and a file of the disk. */
    openSheet: async (template: string, path: string): Promise<void> => {
      await person.click("link", "Batches");
      await person.click("link", "New batch");
      await person.pick("Template", template);
      await person.chooseFile(await visitor.find("button", "Choose a file"), path);
    },
    /** Scrolls to the preview of New batch, and waits for the page of the first document. */
    seesFirstPage: async (): Promise<void> => {
      const preview = await visitor.page.waitForSelector("[aria-label='How the document is shown']");
      await preview?.evaluate((element) => element.scrollIntoView({ block: "start" }));
      await visitor.find("image", "First page of document 1");
    },
    draftOf: async (name: string): Promise<ResponseOutput<typeof operations.getDraft.member>> => {
      const params = { projectId, templateId: await templateIdOf(name) };
      return dashboard.call(operations.getDraft.member, { params });
    },
    /** Prints the live version of a template, as a program does with a key. */
    print: async (name: string, data: Record<string, unknown>): Promise<Uint8Array> => {
      const { pdf } = await client.generateDocument({ templateId: await templateIdOf(name), data });
      return pdf;
    },
    /** The words of the documents that were made, by their references. */
    madeWords: async (): Promise<ReadonlyMap<string, string>> => {
      const { documents } = await dashboard.call(operations.listDocuments.member, {
        params: { projectId },
        query: { status: "completed" },
      });
      const made = documents.map(async ({ documentId, reference }) => {
        const params = { projectId, documentId };
        const { bytes } = await dashboard.bytes(operations.getDocumentContent.member, { params });
        return [reference ?? "", await wordsOf(bytes)] as const;
      });
      return new Map(await Promise.all(made));
    },
    /** Checks at the end that the person needed no markup, and that nothing failed on the way. */
    ends: (mostActions: number): void => {
      expect(person.actions.length).toBeLessThanOrEqual(mostActions);
      expect(person.typed.join("")).not.toMatch(/[<>{}[\]"=;#]/);
      expect(visitor.takeErrors()).toEqual([]);
    },
  };
}
