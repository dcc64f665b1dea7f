import { afterEach, beforeAll, describe, expect, test } from "@jest/globals";
import { operations } from "@platen/contracts";
import { startForFile } from "@platen/testing/start-for-file";
import type { DashboardSession } from "../dashboard-session.ts";
import { createTemplate } from "../project-setup.ts";
import { openVisitor, type Visitor } from "./dashboard-browser.ts";
import { openCanvas } from "./design-canvas.ts";
import { chooseViews, openEditor, saveAll, showEditor, templateNamed } from "./open-editor.ts";
import { startDemo } from "./start-demo.ts";

const demo = startForFile(startDemo, ({ stop }) => stop());
let visitor: Visitor;
let dashboard: DashboardSession;

beforeAll(async () => {
  ({ visitor, dashboard } = demo);
  await chooseViews(visitor, ["code", "data"]);
});

afterEach(() => {
  expect(visitor.takeErrors()).toEqual([]);
});

test("the editor is reached, used and saved with the keyboard alone, and Tab accepts a suggestion, as Enter does", async () => {
  const { projectId } = demo.platen;
  const dataSets = [{ name: "Sample", json: '{"nickname": "Ada"}' }];
  const letter = { name: "Letter", html: "<p>Dear {{name}}</p>\n", dataSets };
  const { templateId } = await createTemplate(dashboard, projectId, letter);
  await visitor.open(`/projects/${projectId}/templates`);
  await visitor.find("link", "Letter");
  await visitor.tabTo("Letter");
  await visitor.page.keyboard.press("Enter");
  await visitor.find("textbox", "HTML");
  await visitor.sees("Saved");
  await visitor.tabTo("HTML");
  await visitor.tabTo("HTML");
  await visitor.press("Control", "Home");
  await visitor.page.keyboard.type("{{nick");
  // A suggestion that has just appeared takes no key, because the author has not seen it.
  await visitor.page.waitForFunction(() => {
    const list = document.querySelector<HTMLElement>(".cm-tooltip-autocomplete [aria-selected=true]");
    if (!list) return false;
    list.dataset["seenAt"] ??= String(performance.now());
    return performance.now() - Number(list.dataset["seenAt"]) > 150;
  });
  await visitor.press("Tab");
  await visitor.page.waitForSelector(".cm-tooltip-autocomplete", { hidden: true });
  await saveAll(visitor);
  const { html } = await dashboard.call(operations.getDraft.member, { params: { projectId, templateId } });
  expect(html).toBe("{{nickname}}<p>Dear {{name}}</p>\n");
});

test("the names of the data are buttons of at least 24 pixels, below headings of the second level", async () => {
  await showEditor(visitor, templateNamed(demo.platen, "Invoice"));
  const panel = 'aside[aria-label="Data usage"]';
  await visitor.page.waitForSelector(`${panel} button`);
  const headings = await visitor.page.$$eval(`${panel} :is(h1, h2, h3)`, (all) =>
    all.map(({ localName }) => localName),
  );
  expect(headings).toEqual(["h2", "h2", "h2"]);
  const heights = await visitor.page.$$eval(`${panel} button`, (all) =>
    all.map((button) => button.getBoundingClientRect().height),
  );
  expect(Math.min(...heights)).toBeGreaterThanOrEqual(24);
});

/** Of scripts, styles and fonts, for the page before sign-in. */
const limitBytes = 250_000;

/**
 * Of scripts and styles, for the list of templates without the reader of PDFs. Sign-in does without a part of the
 * contract, which the list loads as a file of its own. That and the grid take 7 KB.
 */
const listLimitBytes = 308 * 1024;

/**
 * Of scripts and styles that Design and the preview of the editor need, without the reader of PDFs. Loading its dialogs
 * apart makes it more: what they share with others goes into further files.
 */
const editorLimitBytes = 640 * 1024;

type Scripts = {
  names(): string[];
  /** Their compressed size. */
  bytes(isCounted?: (name: string) => boolean): number;
  /** The size of the fonts, which are compressed files. */
  fontBytes(): number;
};

/** Opens the dashboard in a browser without a cache, and records the scripts that it loads. */
async function openRecorded(): Promise<{ recorded: Visitor; scripts: Scripts }> {
  const recorded = await openVisitor(demo.browser, demo.platen.baseUrl);
  await recorded.page.setViewport({ width: 1440, height: 900 });
  /** By file: two files may have one name. */
  const loaded = new Map<string, { name: string; size: number }>();
  const uncompressed: string[] = [];
  let fontBytes = 0;
  recorded.page.on("response", (response) => {
    if (response.url().endsWith(".woff2")) fontBytes += Number(response.headers()["content-length"]);
    // The name without its hash.
    const name = /\/assets\/(.+)-[\w-]{8}\.(?:m?js|css)$/.exec(response.url())?.[1];
    if (name === undefined) return;
    const headers = response.headers();
    if (headers["content-encoding"] !== "gzip") uncompressed.push(name);
    loaded.set(response.url(), { name, size: Number(headers["content-length"]) });
  });
  const bytes = (isCounted = (_name: string) => true) => {
    expect(uncompressed).toEqual([]);
    return [...loaded.values()].reduce((sum, { name, size }) => sum + (isCounted(name) ? size : 0), 0);
  };
  const names = () => [...loaded.values()].map(({ name }) => name);
  return { recorded, scripts: { names, bytes, fontBytes: () => fontBytes } };
}

describe("scripts", () => {
  test("start the dashboard with less than 250 kB, styles and fonts included", async () => {
    const { recorded, scripts } = await openRecorded();
    await recorded.open("/");
    await recorded.find("button", "Sign in");
    await recorded.page.evaluate(async () => void (await document.fonts.ready));
    expect(scripts.bytes()).toBeGreaterThan(50_000);
    expect(scripts.fontBytes()).toBeGreaterThan(10_000);
    expect(scripts.bytes() + scripts.fontBytes()).toBeLessThan(limitBytes);
    await recorded.close();
  });

  test("of the list of templates are less than 308 KB without its thumbnails, and none of the editor", async () => {
    const { recorded, scripts } = await openRecorded();
    await recorded.takeSession(dashboard);
    // The tests before have made more templates than a page shows.
    await recorded.open(`/projects/${demo.platen.projectId}/templates?search=Invoice`);
    await recorded.find("button", "Actions for Invoice");
    await recorded.page.waitForSelector("[data-state=drawn] img");
    const isOfThumbnails = (name: string) => name.startsWith("pdf");
    expect(scripts.names().filter(isOfThumbnails)).not.toEqual([]);
    expect(
      scripts.names().filter((name) => /editor|design|code-|text-tabs|data-view|preview|format-/i.test(name)),
    ).toEqual([]);
    expect(scripts.bytes((name) => !isOfThumbnails(name))).toBeLessThan(listLimitBytes);
    await recorded.close();
  });

  test("of the editor keep to its budget, and those of a view are loaded when it is opened", async () => {
    const { recorded, scripts } = await openRecorded();
    await recorded.takeSession(dashboard);
    await recorded.open(`/projects/${demo.platen.projectId}/templates/${demo.platen.templates[0]?.templateId}`);
    await recorded.page.waitForSelector('iframe[title="The template filled with sample data"]');
    expect(scripts.names()).not.toContain("preview-view");
    await recorded.click("button", "Preview");
    await recorded.page.waitForSelector("[role=document] canvas");
    expect(scripts.names()).toEqual(expect.arrayContaining(["editor-page", "design-view", "preview-view"]));
    expect(scripts.names()).not.toContain("code-view");
    expect(scripts.bytes((name) => !name.startsWith("pdf"))).toBeLessThan(editorLimitBytes);
    await recorded.click("button", "Code");
    await recorded.find("textbox", "HTML");
    expect(scripts.names()).toContain("code-view");
    await recorded.close();
  });
});

/** The preview, when it is up to date. */
const upToDate = "[role=document][aria-busy=false]";

/** Opens the editor with a new template, and waits for the first picture and the HTML beside it. */
async function openTemplate(name: string, html: string, data: Record<string, unknown> = {}): Promise<void> {
  const { projectId } = demo.platen;
  const dataSets = [{ name: "Sample", json: JSON.stringify(data) }];
  const { templateId } = await createTemplate(dashboard, projectId, { name, html, dataSets });
  await openEditor(visitor, { projectId, templateId });
  await visitor.page.waitForSelector(`${upToDate} canvas`);
  await visitor.find("textbox", "HTML");
}

/**
 * Replaces the HTML, as a person who selects everything and pastes. In one edit: a slow machine would preview an empty
 * template between two.
 */
async function writeHtml(html: string): Promise<void> {
  const editor = await visitor.find("textbox", "HTML");
  await editor.focus();
  await visitor.press("Control", "a");
  await editor.evaluate((element, text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", text);
    element.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  }, html);
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
    `(${middleColour.toString()})() === ${JSON.stringify(colour)} && document.querySelector("${upToDate}") !== null`,
  );
}

const scrollTop = () => visitor.page.$eval("[role=document]", (scroller) => Math.round(scroller.scrollTop));

/** Watches when the page first shows a text, to compare it with the answer of the preview before. */
async function watchNotice(text: string): Promise<{ msAfterAnswer(): Promise<number> }> {
  const shownAt = await visitor.page.evaluateHandle(
    (part) => ({
      time: new Promise<number>((done) => {
        const observer = new MutationObserver(() => {
          if (!document.querySelector("[role=alert]")?.textContent.includes(part)) return;
          observer.disconnect();
          done(performance.now());
        });
        observer.observe(document.body, { childList: true, subtree: true, characterData: true });
      }),
    }),
    text,
  );
  const msAfterAnswer = () =>
    shownAt.evaluate(async ({ time }) => {
      const shown = await time;
      const answers = performance.getEntriesByType("resource").filter(({ name }) => name.endsWith("/preview"));
      return shown - Math.max(...answers.map(({ startTime, duration }) => startTime + duration));
    });
  return { msAfterAnswer };
}

const paper = (colour: string) => `<body style="margin: 0"><div style="height: 100vh; background: ${colour}"></div>`;
const manyPages = (colour: string) =>
  `<style>body { margin: 0 } div { height: 100vh; break-after: page; background: ${colour} }</style>{{#pages}}<div></div>{{/pages}}`;

describe("the preview", () => {
  beforeAll(() => chooseViews(visitor, ["preview", "code"]));

  test("the picture follows the typed text, and stays in its place while the text has a mistake", async () => {
    await openTemplate("Followed", paper("#ff0000"));
    await seesColour("255 0 0");
    await writeHtml(paper("#00ff00"));
    await seesColour("0 255 0");
    await visitor.sees("1 page");
    const topOfPages = () => visitor.page.$eval("[role=document]", (pages) => pages.getBoundingClientRect().top);
    const top = await topOfPages();
    const mistake = await watchNotice("never.closed");
    await writeHtml(`${paper("#ff0000")}\n<p>{{#never.closed}}</p>`);
    await visitor.sees("HTML, line 2");
    // Before, the next key may mend it.
    expect(await mistake.msAfterAnswer()).toBeGreaterThan(700);
    await visitor.sees("The last working document is shown below.");
    expect(await topOfPages()).toBe(top);
    await seesColour("0 255 0");
    await writeHtml(paper("#0000ff"));
    await seesColour("0 0 255");
    await visitor.seesNoMore("never.closed");
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
    await page.waitForSelector(`${upToDate} canvas`);
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
});

describe("the Design view", () => {
  const html = [
    "<h1>Title</h1>",
    '<img alt="" src="data:image/svg+xml,<svg xmlns=\'http://www.w3.org/2000/svg\'></svg>">',
    "<table><tr><td>Cell</td></tr></table>",
    "{{#lines}}<p>{{.}}</p>{{/lines}}",
    '<div style="break-after: page"></div>',
    "",
  ].join("\n");
  const css = [
    "h1 { margin: 21px; color: rgb(20, 67, 140); border-bottom: 1px solid black }",
    "img { margin: 7px; width: 40px; height: 40px }",
  ].join("\n");
  const dataSets = [{ name: "Sample", json: '{"lines": ["Oak", "Ash"]}' }];
  let canvas: ReturnType<typeof openCanvas>;

  async function design(name: string, open: typeof showEditor = showEditor): Promise<void> {
    const { projectId } = demo.platen;
    const { templateId } = await createTemplate(dashboard, projectId, { name, html, css, dataSets });
    await open(visitor, { projectId, templateId });
    await canvas.isShown();
  }

  beforeAll(async () => {
    canvas = openCanvas(visitor);
    await chooseViews(visitor, ["design"]);
    await visitor.page.setViewport({ width: 1440, height: 850 });
  });

  test("has whole words in its bars, in the middle whatever the template's name, and toolbars that cover nothing", async () => {
    const { page } = visitor;
    const usual = await page.browser().userAgent();
    await page.setUserAgent({ userAgent: usual.replace(/\(.*?\)/, "(Macintosh; Intel Mac OS X 10_15_7)") });
    await design("A", openEditor);
    await page.setUserAgent({ userAgent: usual });
    const words = await page.$$eval("[role=toolbar][aria-label=Insert] button", (buttons) =>
      buttons.map((button) => {
        const room = button.parentElement?.getBoundingClientRect().right ?? 0;
        const isWhole = button.getBoundingClientRect().right <= room && button.scrollWidth <= button.clientWidth;
        return isWhole ? button.innerText : `cut off: ${button.innerText}`;
      }),
    );
    const expected = "Insert Heading Text Variable Table Picture Brand Snippet Columns Divider".split(" ");
    expect(words).toEqual([...expected, "Page break", "Header or footer"]);

    const mark = await page.waitForSelector("::-p-text(for each of lines)");
    const hits = await mark?.evaluate((label) => {
      const { right, top, height } = label.getBoundingClientRect();
      const corners = [-23, -1].flatMap((x) => [-11, 11].map((y) => [right + x, top + height / 2 + y] as const));
      return corners.map(([x, y]) => document.elementFromPoint(x, y) === label);
    });
    expect(hits).toEqual([true, true, true, true]);

    await canvas.click("td");
    for (const _ of ["row", "table"]) await visitor.press("Escape");
    await visitor.sees("Selected: Table");
    const toolbar = await page.$eval(
      '[role=toolbar][aria-label="Selected: Table"]',
      (bar) => bar.getBoundingClientRect().left,
    );
    const heading = await canvas.boxOf("h1");
    expect(toolbar).toBeGreaterThan(heading.x + heading.width);
    await (await visitor.find("button", "Duplicate")).hover();
    await visitor.sees("Duplicate (⌘D)");

    const offCentre = () =>
      page.$eval('[aria-label="Views"]', (views) => {
        const { left, right } = views.getBoundingClientRect();
        const bar = views.closest("header")?.getBoundingClientRect() ?? new DOMRect();
        return Math.abs((left + right) / 2 - (bar.left + bar.right) / 2);
      });
    expect(await offCentre()).toBeLessThan(1);
    await design(`A very long name${" of a template".repeat(5)}`);
    expect(await offCentre()).toBeLessThan(1);
    await page.setViewport({ width: 1000, height: 850 });
    await (await visitor.find("button", "Show names")).hover();
    await visitor.sees("Show the names of variables instead of their values");
    await page.setViewport({ width: 1440, height: 850 });
  });

  test("has in its panel only fields that an element can have, with the values that it has, also after it was moved", async () => {
    const marginShows = (value: string) =>
      visitor.page.waitForSelector(`aside[aria-label=Properties] [aria-label="Margin top"][placeholder="${value}"]`);
    const shownChoice = async (name: string) =>
      (await visitor.find("combobox", name)).evaluate((list) =>
        list instanceof HTMLSelectElement ? list.selectedOptions[0]?.text : undefined,
      );
    await design("B");
    await canvas.click("h1");
    await visitor.sees("Selected: Heading 1");
    expect(await Promise.all(["Weight", "Style", "Line"].map(shownChoice))).toEqual(["Bold", "Upright", "Mixed"]);
    await visitor.page.waitForSelector('aside[aria-label=Properties] [placeholder="#14438c"]');
    await canvas.click("img");
    await visitor.sees("Selected: Picture");
    await marginShows("1.9mm");
    for (const field of ["Family", "Weight", "Style"]) expect(await visitor.has("combobox", field)).toBe(false);
    await visitor.press("Alt", "Shift", "ArrowUp");
    await canvas.shows("img + h1");
    await marginShows("1.9mm");
    await visitor.press("Control", "z");
    await canvas.shows("h1 + img");
    await marginShows("1.9mm");
  });
});
