import { operations } from "@platen/contracts";
import type { KeyInput } from "puppeteer";
import { openCanvas } from "../design-canvas.ts";
import { openFreshEditor, templateNamed, type View } from "../open-editor.ts";
import type { Tour } from "./tour.ts";

const drawn = "[role=document][aria-busy=false] canvas";

/** The editor of the invoice. */
function openEditor({ platen, visitor }: Tour) {
  const params = templateNamed(platen, "Invoice");
  const { find, page } = visitor;
  const press = async (...keys: KeyInput[]) => {
    const held = keys.slice(0, -1);
    for (const key of held) await page.keyboard.down(key);
    for (const key of keys.slice(-1)) await page.keyboard.press(key);
    for (const key of held) await page.keyboard.up(key);
  };
  return {
    params,
    press,
    /** Opens the editor with these views, the one used last at the end, and without unsaved changes. */
    enter: async (...views: View[]): Promise<void> => {
      await openFreshEditor(visitor, params, views);
      await page.waitForSelector(`[data-view="${views.at(-1) ?? ""}"]`);
    },
    write: async (field: string, text: string): Promise<void> => {
      await (await find("textbox", field)).focus();
      await press("Control", "Home");
      await page.keyboard.sendCharacter(text);
    },
    replace: async (field: string, text: string): Promise<void> => {
      await (await find("textbox", field)).focus();
      await press("Control", "a");
      await press("Delete");
      await page.keyboard.sendCharacter(text);
    },
  };
}

/** The Design view with nothing, a heading or a row of a list selected. */
export async function tourDesign(tour: Tour): Promise<void> {
  const { visitor, shoot } = tour;
  const { enter } = openEditor(tour);
  const canvas = openCanvas(visitor);
  const select = async (selector: string, words: string) => {
    await enter("preview", "design");
    await canvas.isShown();
    await canvas.click(selector);
    await visitor.sees(`Selected: ${words}`);
  };
  await shoot("editor-design", async () => {
    await enter("preview", "design");
    await canvas.isShown();
  });
  await shoot("editor-design-heading", () => select("h1", "Heading 1"));
  await shoot("editor-design-row", async () => {
    // The middle of the cell is a text inside it.
    await select(".lines tbody tr:nth-child(3) td.text", "Text");
    for (const outer of ["Cell", "Row"]) {
      await visitor.page.keyboard.press("Escape");
      await visitor.sees(`Selected: ${outer}`);
    }
  });
  await shoot("editor-design-alone", async () => {
    await enter("design");
    await canvas.isShown();
  });
}

/** The Code and Data views, with and without mistakes. */
export async function tourCode(tour: Tour): Promise<void> {
  const { visitor, shoot } = tour;
  const { params, press, enter, write, replace } = openEditor(tour);
  await shoot("editor-code", async () => {
    await enter("preview", "code");
    await visitor.find("textbox", "HTML");
  });
  await shoot("editor-code-mistake", async () => {
    await enter("preview", "code");
    await write("HTML", "<p>{{#customer}} {{/custom}}</p>\n");
    await visitor.sees("1 mistake");
  });
  await shoot("editor-data", async () => {
    await enter("preview", "data");
    await visitor.sees("Missing");
  });
  await shoot("editor-data-missing", async () => {
    await enter("preview", "data");
    const { dataSets } = await tour.dashboard.call(operations.getDraft, { params });
    const [first] = dataSets;
    const { number: _, ...rest } = JSON.parse(first?.json ?? "{}") as Record<string, unknown>;
    await replace(`Data set ${first?.name}`, JSON.stringify({ colour: "green", ...rest }, null, 2));
    await visitor.sees("Missing 1");
    await press("Control", "Home");
  });
}

/** The preview of a complete document, of one with blocked pictures, and of a template with a mistake. */
export async function tourPreview(tour: Tour): Promise<void> {
  const { visitor, shoot } = tour;
  const { page } = visitor;
  const { enter, write, press } = openEditor(tour);
  await shoot("editor-preview", async () => {
    await enter("preview");
    await page.waitForSelector(drawn);
  });
  await enter("preview", "code");
  await page.waitForSelector(drawn);
  await write("HTML", "<p>{{#customer}}</p>\n");
  await visitor.sees("The last working document is shown below.");
  // In a narrow window, only the view used last stays open.
  await press("Alt", "4");
  await shoot("editor-preview-mistake");
  await enter("preview", "code");
  const hosts = ["cdn.example.com", "cdn.example.com", "images.example.com", "static.example.com", "www.example.com"];
  const pictures = hosts.map((host, index) => `<img src="https://${host}/${index}.png">`).join("");
  await write("HTML", `<link rel="stylesheet" href="https://fonts.example.com/css">${pictures}\n`);
  await visitor.sees("2 images from cdn.example.com were not loaded");
  await press("Alt", "4");
  await shoot("editor-preview-warnings");
}

/** The editor's notices and dialogs. */
export async function tourEditorDialogs(tour: Tour): Promise<void> {
  const { dashboard, visitor, shoot } = tour;
  const { page, click, find, sees, dialogCloses } = visitor;
  const { enter, write, press, params } = openEditor(tour);
  await enter("preview", "code");
  await write("HTML", "<p>Paid</p>\n");
  await sees("Not saved");
  await page.reload();
  await sees("Unsaved changes restored");
  await shoot("editor-unsaved-changes");

  const { html, css, settings, dataSets, revision } = await dashboard.call(operations.getDraft, { params });
  const body = { html: `<p>Overdue</p>\n${html}`, css, settings, dataSets, revision };
  await dashboard.call(operations.saveDraft, { params, body });
  await press("Control", "s");
  await sees("This template was saved in the meantime");
  await shoot("editor-conflict");
  await click("button", "Keep mine");
  await dialogCloses();

  await enter("preview", "code");
  await click("button", "Keyboard shortcuts");
  await sees("Leave the text");
  await shoot("editor-shortcuts");
  await enter("preview", "code");
  await click("button", "Publish");
  await find("textbox", "Note");
  await shoot("editor-publish");
  await enter("preview", "code");
  await click("button", "Use it");
  await find("tab", "curl");
  await shoot("editor-use-it");
}
