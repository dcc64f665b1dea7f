import { afterAll, afterEach, beforeAll, expect, test } from "@jest/globals";
import { createTemplate } from "../project-setup.ts";
import type { Visitor } from "./dashboard-browser.ts";
import { openEditor } from "./open-editor.ts";
import { startDemo, type Demo } from "./start-demo.ts";

let demo: Demo;
let visitor: Visitor;

beforeAll(async () => {
  demo = await startDemo();
  ({ visitor } = demo);
});

afterAll(() => demo?.stop());

// Violations of the content security policy appear as errors in the console.
afterEach(() => {
  expect(visitor.takeErrors()).toEqual([]);
});

const current = "[role=document][aria-busy=false]";

/** Opens the editor with a new template, waits for the first picture, and opens the HTML beside it. */
async function openTemplate(name: string, html: string, data: Record<string, unknown> = {}): Promise<void> {
  const { projectId } = demo.platen;
  const dataSets = [{ name: "Sample", json: JSON.stringify(data) }];
  const { templateId } = await createTemplate(demo.dashboard, projectId, { name, html, dataSets });
  await openEditor(visitor, { projectId, templateId });
  await visitor.page.waitForSelector(`${current} canvas`);
  if (!(await visitor.has("textbox", "HTML"))) await visitor.click("button", "Code");
  await visitor.find("textbox", "HTML");
}

/** Replaces the HTML. It is deleted first, because the browser would keep its style in an attribute. */
async function writeHtml(html: string): Promise<void> {
  const { page } = visitor;
  await (await visitor.find("textbox", "HTML")).focus();
  await visitor.press("Control", "a");
  await page.keyboard.press("Delete");
  await page.keyboard.sendCharacter(html);
}

/** The colour in the middle of the visible area. */
function middleColour(): string {
  const scroller = document.querySelector("[role=document]");
  const { left, top, width, height } = scroller?.getBoundingClientRect() ?? new DOMRect();
  const canvas = document
    .elementsFromPoint(left + width / 2, top + height / 2)
    .find((element) => element instanceof HTMLCanvasElement);
  if (!(canvas instanceof HTMLCanvasElement)) return "no picture";
  const box = canvas.getBoundingClientRect();
  const y = ((top + height / 2 - box.top) / box.height) * canvas.height;
  const pixel = canvas.getContext("2d")?.getImageData(canvas.width / 2, y, 1, 1).data ?? [];
  return [...pixel].slice(0, 3).join(" ");
}

async function seesColour(colour: string): Promise<void> {
  await visitor.page.waitForFunction(
    `(${middleColour.toString()})() === ${JSON.stringify(colour)} && document.querySelector("${current}") !== null`,
  );
}

const scrollTop = () => visitor.page.$eval("[role=document]", (scroller) => Math.round(scroller.scrollTop));

const paper = (colour: string) => `<body style="margin: 0"><div style="height: 100vh; background: ${colour}"></div>`;
const manyPages = (colour: string) =>
  `<style>body { margin: 0 } div { height: 100vh; break-after: page; background: ${colour} }</style>{{#pages}}<div></div>{{/pages}}`;

test("the picture follows the typed text by itself", async () => {
  await openTemplate("Followed", paper("#ff0000"));
  await seesColour("255 0 0");
  await writeHtml(paper("#0000ff"));
  await seesColour("0 0 255");
  await visitor.sees("1 page");
});

test("a mistake is shown with its position while the last picture stays in its place, until it is fixed", async () => {
  await openTemplate("Mistaken", paper("#00ff00"));
  await seesColour("0 255 0");
  const topOfPages = () => visitor.page.$eval("[role=document]", (pages) => pages.getBoundingClientRect().top);
  const top = await topOfPages();
  await writeHtml(`${paper("#ff0000")}\n<p>{{#never.closed}}</p>`);
  await visitor.sees("HTML, line 2");
  await visitor.sees("never.closed");
  await visitor.sees("The last working document is shown below.");
  expect(await topOfPages()).toBe(top);
  await seesColour("0 255 0");
  await writeHtml(paper("#0000ff"));
  await seesColour("0 0 255");
  await visitor.seesNoMore("never.closed");
});

test("blocked resources are listed beside the picture, until the document needs none", async () => {
  const refused = Array.from({ length: 5 }, (_, index) => `<img src="https://cdn${index}.example.com/secret?a=b">`);
  await openTemplate("Refused", `${paper("#ff0000")}<img src="https://cdn0.example.com/other">${refused.join("")}`);
  await seesColour("255 0 0");
  const said = "2 images from cdn0.example.com were not loaded.";
  await visitor.sees(said);
  await visitor.sees(
    "Platen documents have no network. Upload an image to the assets, or write it as a data: URL or inline SVG.",
  );
  const status = () => visitor.page.$$eval("[role=status]", (all) => all.map(({ textContent }) => textContent).join());
  expect(await status()).toContain(said);
  expect(await status()).not.toContain("secret");

  await visitor.seesNoMore("1 image from cdn4.example.com");
  await visitor.page.locator("summary ::-p-text(2 more)").click();
  await visitor.sees("1 image from cdn4.example.com was not loaded");
  await writeHtml(paper("#0000ff"));
  await seesColour("0 0 255");
  await visitor.seesNoMore("was not loaded");
  expect(await status()).not.toContain("example.com");
});

test("only the visible part of a long document is drawn, and an edit keeps the scroll position", async () => {
  await openTemplate("Long", manyPages("#ff0000"), { pages: Array.from({ length: 40 }, () => ({})) });
  await visitor.sees("Page 1 of 40");
  const { page } = visitor;
  await page.focus("[role=document]");
  await page.keyboard.press("End");
  await visitor.sees("Page 40 of 40");
  await seesColour("255 0 0");
  expect((await page.$$("[role=document] canvas")).length).toBeLessThan(15);
  expect(
    await page.$$eval("[role=document] article", (articles) => articles.map(({ ariaLabel }) => ariaLabel)),
  ).toHaveLength(40);

  // By script, because keys scroll smoothly.
  await page.$eval("[role=document]", (scroller) => scroller.scrollBy(0, -2 * scroller.clientHeight));
  await page.waitForFunction(() => !document.body.innerText.includes("Page 40 of 40"));
  await seesColour("255 0 0");
  const before = await scrollTop();
  await writeHtml(manyPages("#0000ff"));
  await seesColour("0 0 255");
  expect(await scrollTop()).toBe(before);
});

test("the zoom changes in steps, fits the width, and is remembered", async () => {
  await openTemplate("Zoomed", paper("#ff0000"));
  const { page } = visitor;
  const width = () => page.$eval("[role=document] article", (article) => article.getBoundingClientRect().width);
  const fitted = await width();
  await page.focus("[role=document]");
  await page.keyboard.press("+");
  await page.waitForFunction(
    (before: number) => {
      const article = document.querySelector("[role=document] article");
      return (article?.getBoundingClientRect().width ?? 0) > before;
    },
    {},
    fitted,
  );
  await page.reload();
  await page.waitForSelector(`${current} canvas`);
  expect(await width()).toBeGreaterThan(fitted);
  await visitor.click("button", "Fit width");
  await page.waitForFunction(
    (before: number) => {
      const article = document.querySelector("[role=document] article");
      return article?.getBoundingClientRect().width === before;
    },
    {},
    fitted,
  );
});
