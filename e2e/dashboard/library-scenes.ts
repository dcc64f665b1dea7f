import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { operations } from "@platen/contracts";
import { createPng } from "@platen/testing";
import { createProject, createTemplate, publishTemplate } from "../project-setup.ts";
import type { Visitor } from "./dashboard-browser.ts";
import { openFreshEditor } from "./open-editor.ts";
import {
  at,
  click,
  find,
  isDesigned,
  press,
  sees,
  select,
  showProperties,
  whereEditable,
  type SceneTable,
  type Step,
} from "./scene-steps.ts";
import type { Demo } from "./start-demo.ts";

/** The project with assets and snippets, its template, and the snippets that scenes open. */
export type LibraryProject = { projectId: string; templateId: string; letterheadId: string; assetId: string };

const logo = `<svg xmlns="http://www.w3.org/2000/svg" width="240" height="80" viewBox="0 0 240 80">
<rect width="240" height="80" rx="12" fill="#14438c"/><circle cx="40" cy="40" r="22" fill="#fff"/>
<path d="M84 30h120v8H84zm0 16h80v8H84z" fill="#fff"/></svg>`;

const lighter = (length: number) => Buffer.from(Array.from({ length }, (_, index) => (index * 255) / length));

/** A picture that grows lighter from left to right. */
function gradient(width: number, height: number): Buffer {
  return createPng({ width, height, bitsPerSample: 8, colours: "grey", row: lighter });
}

const fontFile = resolve(
  import.meta.dirname,
  "../../services/dashboard/node_modules",
  "@fontsource-variable/geist/files/geist-latin-wght-normal.woff2",
);

/** Creates a project with pictures, a font, a style sheet, snippets, and templates that use them. */
export async function addLibrary({ dashboard }: Demo): Promise<LibraryProject> {
  const projectId = await createProject(dashboard, "Library");
  const params = { projectId };
  const files: Record<string, Uint8Array> = {
    "logo.svg": Buffer.from(logo),
    "photos/workshop-in-the-old-town-with-a-long-name.png": gradient(640, 480),
    "stamp.png": gradient(96, 96),
    "brand-sans.woff2": await readFile(fontFile),
    "brand.css": Buffer.from(".total { font-weight: 700 }\n"),
  };
  let assetId = "";
  for (const [name, bytes] of Object.entries(files)) {
    const asset = await dashboard.call(operations.uploadAsset.member, {
      params,
      query: { name },
      bytes: new Uint8Array(bytes),
    });
    if (name === "logo.svg") ({ assetId } = asset);
  }
  const saveBrand = (blue: string) =>
    dashboard.call(operations.saveBrand, {
      params,
      body: {
        colours: [
          { name: "Northlight blue", value: blue },
          { name: "Amber", value: "#b06d0c" },
          { name: "Ink", value: "#1b2440" },
        ],
        textFont: "Inter",
        headingFont: "Geist",
        logoAssetId: assetId,
        legalLine: "Northlight Ltd, 1 Mill Lane, Galway, Registered in Ireland No. 12345",
      },
    });
  await saveBrand("#2b7de9");
  const letterhead = await dashboard.call(operations.createSnippet.member, {
    params,
    body: {
      name: "letterhead",
      html: `<header class="letterhead">\n  <img src="asset:logo.svg" alt="Northlight" style="width: 42mm">\n  <p>{{ sender }}</p>\n</header>\n`,
      css: ".letterhead { display: flex; justify-content: space-between }\n",
    },
  });
  const html = `{{> letterhead }}\n<h1>Reminder</h1>\n<img src="asset:stamp.png" alt="Stamp">\n<p>Dear {{ customer }}, please pay {{ total | money EUR }}.</p>\n`;
  const dataSets = [
    { name: "Sample", json: JSON.stringify({ sender: "Northlight Ltd", customer: "Ada", total: 120 }) },
  ];
  const templateId = await publishTemplate(dashboard, projectId, { name: "Reminder", html, dataSets });
  await publishTemplate(dashboard, projectId, { name: "Receipt", html: html.replace("Reminder", "Receipt"), dataSets });
  const styles = "h1 { color: var(--brand-main) }\nh1 + p { border-top: 2px solid var(--brand-amber) }\n";
  const poster = { name: "Poster", html: "<h1>Open day</h1>\n<p>Come and see us.</p>\n", css: styles, dataSets };
  await publishTemplate(dashboard, projectId, poster);
  await saveBrand("#14438c");
  await createTemplate(dashboard, projectId, { name: "Draft letter", html, dataSets });
  const { snippetId, revision, css } = letterhead;
  await dashboard.call(operations.saveSnippet.member, {
    params: { projectId, snippetId },
    body: { html: letterhead.html.replace("</p>", " · Galway</p>"), css, revision },
  });
  return { projectId, templateId, letterheadId: snippetId, assetId };
}

const upload =
  (...files: { name: string; text: string }[]): Step =>
  ({ page }) =>
    page.$eval(
      "input[type=file]",
      (input, given) => {
        const chosen = new DataTransfer();
        for (const { name, text } of given) chosen.items.add(new File([text], name));
        input.files = chosen.files;
        input.dispatchEvent(new Event("change", { bubbles: true }));
      },
      files,
    );

/** Whether the bar has room for every button. In a narrower one the inserter offers what they insert. */
const hasWholeToolbar = ({ page }: Visitor) => (page.viewport()?.width ?? 0) >= 1280;

const openPictures: Step = async (visitor) => {
  if (!hasWholeToolbar(visitor)) return;
  await visitor.click("button", "Insert picture");
  await visitor.find("button", "stamp.png");
};

/** Beside the languages of the template, the bar has no room for the button of the brand. The list has the same. */
const openBrand: Step = async (visitor) => {
  if (!hasWholeToolbar(visitor)) return;
  await visitor.click("button", "Insert");
  await visitor.fill("Insert a text, a table, a field", "legal line");
  await visitor.sees("Page footer with the legal line");
};

const chooseBrandColour: Step = whereEditable(
  select("h1"),
  showProperties,
  click("button", "Colour: Northlight blue"),
  find("button", "Colour: Northlight blue"),
);

/** Drops a file onto the heading. A window too narrow for editing takes none. */
const dropPicture: Step = async (visitor) => {
  if (!(await visitor.has("toolbar", "Insert"))) return;
  await select("h1")(visitor);
  await visitor.page.$eval(
    "[role=application] [role=presentation]",
    (surface, text) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([text], "Seal.svg", { type: "image/svg+xml" }));
      const { left, top, width } = surface.getBoundingClientRect();
      const at = { clientX: left + width / 2, clientY: top + 120 };
      surface.dispatchEvent(new DragEvent("drop", { bubbles: true, cancelable: true, dataTransfer, ...at }));
    },
    logo,
  );
  await visitor.sees("Selected: Picture");
  await visitor.page.waitForSelector("iframe");
};

/** Saves the snippet as another member would. */
const saveElsewhere =
  ({ dashboard }: Demo, { projectId, letterheadId }: LibraryProject): Step =>
  async () => {
    const params = { projectId, snippetId: letterheadId };
    const { html, css, revision } = await dashboard.call(operations.getSnippet.member, { params });
    await dashboard.call(operations.saveSnippet.member, { params, body: { html: `${html}\n`, css, revision } });
  };

/** The states of the pages of assets and snippets, and of the editor with a library. */
export function libraryScenes(demo: Demo, library: LibraryProject, empty: string): SceneTable {
  const { projectId, templateId, letterheadId } = library;
  const assets = `/projects/${projectId}/assets`;
  const snippets = `/projects/${projectId}/snippets`;
  const design: Step = async (visitor) => {
    await openFreshEditor(visitor, { projectId, templateId }, ["preview", "design"]);
    await isDesigned(visitor);
  };
  return {
    "assets-empty": [at(`${empty}/assets`), sees("No assets yet")],
    assets: [at(assets), find("button", "Actions for logo.svg"), sees("Font, ")],
    "assets-no-match": [at(`${assets}?search=nothing`), sees("No assets match")],
    "asset-upload": [
      at(assets),
      find("button", "Upload"),
      upload(
        { name: "Neues Logo (final).svg", text: logo },
        { name: "logo.svg", text: logo },
        { name: "contract.docx", text: "PK" },
        { name: "broken.png", text: "no picture" },
      ),
      sees("The browser cannot read this picture."),
      sees("Replaces the asset of this name."),
    ],
    "asset-crop": [
      at(assets),
      click("button", "Actions for stamp.png"),
      click("menuitem", "Crop"),
      click("button", "Crop stamp.png"),
      sees("96 × 96 pixels"),
    ],
    "asset-uses": [
      at(assets),
      click("button", "Actions for stamp.png"),
      click("menuitem", "Uses"),
      sees("Used by 3 templates."),
    ],
    "brand-empty": [at(`${empty}/brand`), click("button", "Add a colour"), find("textbox", "Name of colour 1")],
    brand: [
      at(`/projects/${projectId}/brand`),
      find("textbox", "Legal line"),
      find("textbox", "Name of colour 3"),
      sees("Used by 1 template. 1 published version keeps an older state."),
    ],
    "brand-update": [
      at(`/projects/${projectId}/brand/update`),
      sees("1 of 1 page differs."),
      find("button", "Publish 1 template"),
    ],
    "editor-brand-colour": [design, chooseBrandColour],
    "snippets-empty": [at(`${empty}/snippets`), sees("No snippets yet")],
    snippets: [at(snippets), find("link", "letterhead")],
    snippet: [
      at(`${snippets}/${letterheadId}`),
      find("textbox", "HTML"),
      sees("Used by 3 templates. 2 published versions keep an older state."),
      find("image", "Snippet"),
    ],
    "snippet-update": [
      at(`${snippets}/${letterheadId}/update`),
      sees("1 of 1 page differs."),
      find("button", "Publish 2 templates"),
    ],
    "snippet-delete-refused": [
      at(snippets),
      click("button", "Actions for letterhead"),
      click("menuitem", "Delete"),
      sees("“letterhead” is in use."),
    ],
    "snippet-conflict": [
      at(`${snippets}/${letterheadId}`),
      find("textbox", "HTML"),
      saveElsewhere(demo, library),
      (visitor) => visitor.writeHtml("<p>Mine</p>\n"),
      press("Control", "s"),
      sees("saved this snippet"),
      click("button", "Take theirs"),
    ],
    "editor-library": [design, select("h1"), sees("Selected: Heading 1")],
    "editor-library-snippet": [
      design,
      select("header.letterhead p"),
      sees("Selected: Snippet letterhead"),
      find("link", "Edit snippet letterhead"),
    ],
    "editor-library-picture": [design, openPictures],
    "editor-library-brand": [design, select("h1"), openBrand],
    "editor-library-drop": [design, dropPicture],
  };
}
