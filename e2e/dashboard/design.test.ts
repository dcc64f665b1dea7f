import { afterEach, beforeAll, describe, expect, test } from "@jest/globals";
import { operations, type ResponseOutput } from "@platen/contracts";
import { inProofLane, pdfRuns, waitFor, type PdfRun } from "@platen/testing";
import { startForFile } from "@platen/testing/start-for-file";
import type { DashboardSession } from "../dashboard-session.ts";
import { createTemplate, type TemplateSource } from "../project-setup.ts";
import { accessibilityViolations } from "./accessibility.ts";
import type { Visitor } from "./dashboard-browser.ts";
import { openCanvas, type Letter } from "./design-canvas.ts";
import { openFreshEditor, saveAll, showEditor, templateNamed } from "./open-editor.ts";
import { drag } from "./person.ts";
import { startDemo } from "./start-demo.ts";

type Draft = ResponseOutput<typeof operations.getDraft.member>;

const demo = startForFile(startDemo, ({ stop }) => stop());
let visitor: Visitor;
let canvas: ReturnType<typeof openCanvas>;
let dashboard: DashboardSession;

beforeAll(async () => {
  ({ visitor, dashboard } = demo);
  await visitor.page.setViewport({ width: 1440, height: 900 });
  canvas = openCanvas(visitor);
});

afterEach(async () => {
  expect(visitor.takeErrors()).toEqual([]);
  // Otherwise the editor would save them while the next test reads the draft.
  if (await visitor.page.$("header output")) await saveAll(visitor);
});

const readDraft = (name: string): Promise<Draft> =>
  dashboard.call(operations.getDraft.member, { params: templateNamed(demo.platen, name) });

async function openDesign(name: string): Promise<void> {
  await showEditor(visitor, templateNamed(demo.platen, name));
  await canvas.isShown();
}

async function save(name: string, revision: number): Promise<Draft> {
  await saveAll(visitor);
  const draft = await readDraft(name);
  expect(draft.revision).toBeGreaterThan(revision);
  return draft;
}

/** Opens a template of its own in Design, and returns how to wait for its HTML. */
async function design(source: TemplateSource) {
  const { projectId } = demo.platen;
  const { templateId } = await createTemplate(dashboard, projectId, source);
  const params = { projectId, templateId };
  await showEditor(visitor, params);
  const draft = async () => {
    await saveAll(visitor);
    return dashboard.call(operations.getDraft.member, { params });
  };
  const saves = async (html: string): Promise<void> => expect((await draft()).html).toBe(html);
  return { params, draft, saves };
}

/** Text without a family, in those that CSS leaves to the browser, and in two that are printed with others. */
const sentence =
  "Wer reitet so spät durch Nacht und Wind? It’s 1,234.50 € of “Ελληνικά”, «Кириллица» and fi ffi. ".repeat(4);
const plainHtml = `<!doctype html><html lang="de"><title>Plain</title>
  <h1>Without a family</h1><p>${sentence}</p><pre>for (const letter of text) count += 1;</pre>
  <p>Now <code>code in a text</code> and <b>bold</b>, <i>italic</i>. {{ 45000.5 | number 2 }}</p>
  ${["sans-serif", "serif", "monospace", "system-ui", "Arial", "'Times New Roman', cursive", "Inter"]
    .map((family) => `<p style="font-family: ${family}">${sentence} <b>${sentence}</b></p>`)
    .join("")}`;

/** The texts of a PDF that do not start within a pixel of the same letter of the canvas, on the same line. */
function movedRuns(pages: readonly PdfRun[][], letters: readonly Letter[]): string[] {
  /** The distance of baselines from the tops of letters, by font and size. */
  const ascents = new Map<string, number>();
  return pages.flatMap((runs, page) =>
    runs.flatMap(({ text, left, baseline, font, size }) => {
      const [first = ""] = text.trimStart();
      // A variant of a glyph, which reads back as no letter.
      if (/^\p{Co}/u.test(first)) return [];
      const found = letters.some((letter) => {
        if (letter.page !== page || letter.text.toLowerCase() !== first.toLowerCase()) return false;
        if (Math.abs(letter.left - left) > 1 || letter.top > baseline || letter.bottom < baseline) return false;
        const face = `${font} ${size}`;
        const ascent = ascents.get(face) ?? baseline - letter.top;
        ascents.set(face, ascent);
        return Math.abs(baseline - letter.top - ascent) <= 1;
      });
      return found ? [] : [`page ${page + 1}, ${Math.round(left)}, ${Math.round(baseline)}: ${text}`];
    }),
  );
}

/** A document of 83 pages: headings, texts and tables. */
const longHtml = Array.from({ length: 262 }, (_, part) => {
  const rows = Array.from(
    { length: 8 },
    (_, row) => `<tr><td>Row ${row}</td><td>${part * row}</td><td>{{number}}</td></tr>`,
  );
  const text = "The quick brown fox jumps over the lazy dog and goes on. ".repeat(9);
  return `<h2>Part ${part}</h2>\n<p>Dear {{name}}, ${text}</p>\n<table style="width: 100%">${rows.join("")}</table>`;
}).join("\n");

/** The time that the page's thread works for each of a number of steps, one in each frame, in milliseconds. */
async function workPerStep(count: number, step: (index: number) => Promise<unknown>): Promise<number> {
  const client = await visitor.page.createCDPSession();
  await client.send("Performance.enable", { timeDomain: "threadTicks" });
  const worked = async () => {
    const { metrics } = await client.send("Performance.getMetrics");
    return (metrics.find(({ name }) => name === "TaskDuration")?.value ?? 0) * 1000;
  };
  const before = await worked();
  for (let index = 0; index < count; index += 1) {
    await step(index);
    await visitor.page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
  }
  const perStep = ((await worked()) - before) / count;
  await client.detach();
  return perStep;
}

/** The work of a scroll and of a typed letter in a template with this HTML. */
async function workIn(html: string, pages: string): Promise<{ scrolling: number; typing: number }> {
  const { projectId } = demo.platen;
  const dataSets = [{ name: "Sample", json: '{"number": 7, "name": "Ada"}' }];
  const { templateId } = await createTemplate(dashboard, projectId, {
    name: `${html.length} characters`,
    html,
    dataSets,
  });
  await showEditor(visitor, { projectId, templateId });
  await canvas.isShown();
  await visitor.sees(pages);
  const scrollTo = (top: number) =>
    visitor.page.$eval("[data-document]", (scroller, to) => scroller.scrollTo(0, to), top);
  const scrolling = await workPerStep(60, (index) => scrollTo(index * 1_000));
  await scrollTo(0);
  await canvas.edit("p");
  await visitor.press("End");
  const typing = await workPerStep(40, () => visitor.page.keyboard.type("a"));
  await visitor.press("Escape");
  await visitor.sees("Text changed");
  return { scrolling, typing };
}

// On a machine that does nothing else, 60 frames a second leave 16.7 ms for each. The ratio holds on any machine.
inProofLane(test)(
  "83 pages take at most seven times the work of one page for a typed letter, and five times for a scroll",
  async () => {
    const short = await workIn(longHtml.slice(0, longHtml.indexOf("<h2>Part 2")), "1 / 1");
    const long = await workIn(longHtml, "1 / 83");
    const words = (name: string, { scrolling, typing }: typeof long) =>
      `${name}: ${scrolling.toFixed(1)} ms for each scroll, ${typing.toFixed(1)} ms for each letter`;
    process.stdout.write(`${words("1 page", short)}\n${words("83 pages", long)}\n`);
    expect(long.scrolling).toBeLessThan(5 * short.scrolling);
    expect(long.typing).toBeLessThan(7 * short.typing);
  },
);

/** The work of a letter that is typed in Code, with Design beside it. Leaves the caret behind the first heading's text. */
async function workInCode(html: string, pages: string) {
  const { projectId } = demo.platen;
  const dataSets = [{ name: "Sample", json: '{"number": 7, "name": "Ada"}' }];
  const name = `${html.length} characters in Code`;
  const { templateId } = await createTemplate(dashboard, projectId, { name, html, dataSets });
  await openFreshEditor(visitor, { projectId, templateId }, ["code", "design"]);
  await canvas.isShown();
  await visitor.sees(pages);
  await (await visitor.find("textbox", "HTML")).focus();
  await visitor.press("Control", "Home");
  await visitor.press("End");
  for (let index = 0; index < "</h2>".length; index += 1) await visitor.press("ArrowLeft");
  const typing = await workPerStep(40, () => visitor.page.keyboard.type("a"));
  await canvas.sees("h2:first-of-type", `Part 0${"a".repeat(40)}`);
  return { typing, params: { projectId, templateId } };
}

// Drawing 83 pages for each letter takes twenty times the work of one page.
inProofLane(test)(
  "a letter typed in Code beside Design takes at most three times the work in 83 pages, and an edit in Design loses none",
  async () => {
    const short = await workInCode(longHtml.slice(0, longHtml.indexOf("<h2>Part 2")), "1 / 1");
    const long = await workInCode(longHtml, "1 / 83");
    process.stdout.write(
      `1 page: ${short.typing.toFixed(1)} ms, 83 pages: ${long.typing.toFixed(1)} ms for each letter in Code beside Design\n`,
    );
    expect(long.typing).toBeLessThan(3 * short.typing);

    // Sooner than the document is drawn: the edit starts from what was typed, all the same.
    const text = await canvas.centreOf("p");
    await visitor.page.keyboard.type("bc");
    await visitor.page.mouse.click(text.x, text.y);
    await visitor.press("Delete");
    await saveAll(visitor);
    const { html } = await dashboard.call(operations.getDraft.member, { params: long.params });
    const after = longHtml.slice(longHtml.indexOf("</p>\n") + "</p>\n".length);
    expect(html).toBe(`<h2>Part 0${"a".repeat(40)}bc</h2>\n${after}`);
    await visitor.page.evaluate(() => localStorage.clear());
  },
);

inProofLane(test)(
  "the mouse selects several elements from an empty place and sets the widths of columns, and a footer shows what the data lacks",
  async () => {
    const columns = (left: string, right: string) =>
      `<div style="display: flex; gap: 24px">\n  <div style="flex: ${left}"><p>Left</p></div>\n  <div style="flex: ${right}"><p>Right</p></div>\n</div>`;
    const html = (between: string, row: string) => `<h1>Offer</h1>\n${between}${row}\n<p>Last</p>`;
    const settings = { margin: { top: "20mm", bottom: "20mm", left: "20mm" }, footer: "<p>By {{company}}</p>" };
    const { saves, draft } = await design({
      name: "Two columns",
      html: html("<p>One</p>\n<p>Two</p>\n", columns("1", "1")),
      settings,
    });
    await visitor.click("button", "1 missing");
    expect(await canvas.editsOtherThan("")).toBe("By ");
    await visitor.press("Escape");

    const [one, two] = [await canvas.boxOf("p:nth-of-type(1)"), await canvas.boxOf("p:nth-of-type(2)")];
    await drag(visitor, { x: one.x - 20, y: one.y - 2 }, { x: two.x + 30, y: two.y + 4 });
    await visitor.sees("2 elements");
    expect(await accessibilityViolations(visitor.page)).toEqual([]);
    await visitor.page.focus("[data-document]");
    await visitor.press("Delete");
    await saves(html("", columns("1", "1")));

    await canvas.click("div div p");
    await visitor.press("Escape");
    const border = await visitor.find("separator", "Border between the columns 1 and 2");
    await border.focus();
    await visitor.press("Shift", "ArrowRight");
    await visitor.press("ArrowRight");
    await saves(html("", columns("61", "39")));
    const box = await border.boundingBox();
    const middle = { x: (box?.x ?? 0) + (box?.width ?? 0) / 2, y: (box?.y ?? 0) + (box?.height ?? 0) / 2 };
    await drag(visitor, middle, { x: middle.x - 60, y: middle.y });
    const dragged = /flex: (\d+)"[^]*flex: (\d+)"/.exec((await draft()).html);
    const [left, right] = [Number(dragged?.[1]), Number(dragged?.[2])];
    expect([left < 61, left + right]).toEqual([true, 100]);
    expect(await accessibilityViolations(visitor.page)).toEqual([]);
  },
);

describe("the canvas", () => {
  const name = "Invoice";

  test.each(["Invoice", "Plain"])("shows each text of %s within a pixel of its place in the PDF", async (shown) => {
    const { projectId } = demo.platen;
    const params =
      shown === "Plain"
        ? { projectId, ...(await createTemplate(dashboard, projectId, { name: shown, html: plainHtml })) }
        : templateNamed(demo.platen, shown);
    const { bytes } = await dashboard.bytes(operations.previewTemplate, { params, body: {} });
    const runs = await pdfRuns(bytes);
    expect(runs.flat().length).toBeGreaterThan(30);
    await showEditor(visitor, params);
    await canvas.isShown();
    expect(movedRuns(runs, await canvas.letters(runs.length))).toEqual([]);
  });

  test("changes only the text that is typed, around variables and in all rows, and saves it however it ends", async () => {
    const { html: before, css, settings, revision } = await readDraft("Certificate");
    await openDesign("Certificate");
    await canvas.click("h1");
    await visitor.press("Control", "s");
    expect((await readDraft("Certificate")).revision).toBe(revision);
    await canvas.edit("h1");
    await visitor.press("End");
    await visitor.page.keyboard.type("!");
    await visitor.press("Escape");
    const changed = await save("Certificate", revision);
    expect(changed).toMatchObject({ css, settings });
    expect(changed.html).toBe(before.replace("<h1>{{recipient}}</h1>", "<h1>{{recipient}}!</h1>"));

    const { html, revision: first } = await readDraft(name);
    await openDesign(name);
    await canvas.edit(".lines tbody tr:nth-child(3) td.text");
    await visitor.press("Home");
    await visitor.page.keyboard.type("Our ");
    await visitor.press("Enter");
    await canvas.reads("Our Tern pendant");
    await canvas.edit("h1");
    await visitor.press("End");
    await visitor.page.keyboard.type(" one");
    const second = await save(name, first);
    const rows = html.replace('<td class="text">{{item}}', '<td class="text">Our {{item}}');
    expect(second.html).toBe(rows.replace("</h1>", " one</h1>"));
    await canvas.edit("h1");
    await visitor.press("End");
    await visitor.page.keyboard.type(" two");
    await canvas.click("h2");
    expect((await save(name, second.revision)).html).toBe(rows.replace("</h1>", " one two</h1>"));

    // The editor saves the words while their author goes on, and a composition goes on too.
    await canvas.edit("h1");
    await visitor.press("End");
    const isSaved = (words: string) =>
      waitFor(async () => (await readDraft(name)).html === rows.replace("</h1>", ` one two${words}</h1>`), {
        describe: `the draft to end its title with ${words}`,
      });
    await visitor.page.keyboard.type(" three");
    await isSaved(" three");
    const client = await visitor.page.createCDPSession();
    await client.send("Input.imeSetComposition", { text: "kan", selectionStart: 3, selectionEnd: 3 });
    await isSaved(" threekan");
    await client.send("Input.insertText", { text: "漢" });
    await client.detach();
    await visitor.page.keyboard.type("!");
    await isSaved(" three漢!");
    await visitor.press("Escape");
    await canvas.click("h2");
    await visitor.press("Control", "z");
    await isSaved("");
  });

  test("edits what a template writes in the blocks of a layout, and leaves the layout's text as it is", async () => {
    const { html, revision } = await readDraft("Offer");
    await openDesign("Offer");
    await canvas.click(".letterhead-name");
    await visitor.sees("Selected: Header, of the layout letterhead");
    await visitor.find("link", "Edit layout letterhead");
    expect(await canvas.style(".letterhead", "opacity")).toBe("0.45");
    expect(await canvas.style("main", "opacity")).toBe("1");
    await visitor.press("Delete");
    await canvas.edit("h1");
    await visitor.press("End");
    await visitor.page.keyboard.type("!");
    await visitor.press("Escape");
    await canvas.reads("winter terrace!");
    const headings = await canvas.texts(".plan h2");
    await canvas.click(".plan h2");
    await visitor.sees("Selected: Heading 2");
    await visitor.press("Delete");
    await visitor.sees("Deleted");
    expect(await canvas.texts(".plan h2")).toEqual(headings.slice(1));
    await visitor.press("Control", "z");
    await waitFor(async () => (await canvas.texts(".plan h2")).length === headings.length, {
      describe: "the heading to be there again",
    });
    const saved = await save("Offer", revision);
    expect(saved.html).toBe(html.replace("{{project}}", "{{project}}!"));
  });

  test("formats selected words by mouse and by keyboard, takes rich text, and starts the next paragraph", async () => {
    const html = "<p>Dear {{name}}, pay &euro; soon.</p>\n<p>Yours</p>\n";
    const { saves } = await design({ name: "Letter", html, dataSets: [{ name: "Sample", json: '{"name": "Ada"}' }] });
    await canvas.edit("p");
    await visitor.press("Home");
    for (const _ of "Dear ") await visitor.press("Shift", "ArrowRight");
    await visitor.press("Control", "b");
    await canvas.sees("b", "Dear ");
    await visitor.press("Control", "z");
    await canvas.sees("b");
    await visitor.press("Control", "y");
    await canvas.sees("b", "Dear ");
    const bubble = await visitor.find("toolbar", "Format of the selected text");
    const words = await canvas.boxOf("b");
    const { y = 0, height = 0 } = (await bubble.boundingBox()) ?? {};
    expect(y + height < words.y || y > words.y + words.height).toBe(true);
    await visitor.click("button", "Italic");
    await canvas.sees("i", "Dear ");
    await visitor.press("Alt", "F10");
    await visitor.waitForFocus("Bold");
    for (const _ of ["italic", "underline", "link"]) await visitor.press("ArrowRight");
    await visitor.press("Enter");
    await visitor.waitForFocus("Address of the link");
    await visitor.page.keyboard.type("example.com");
    await visitor.press("Enter");
    await canvas.sees("a", "Dear ");
    await visitor.click("button", "Colour of the text");
    await visitor.click("button", "Blue");
    await (await visitor.find("combobox", "Size of the text")).select("14pt");
    await visitor.press("Control", "a");
    await visitor.press("Control", "u");
    await canvas.focusText();
    await visitor.press("End");
    await visitor.press("Enter");
    await canvas.editsEmpty();
    await visitor.page.keyboard.type("Next");
    await visitor.press("Enter");
    await canvas.editsEmpty();
    await visitor.press("Escape");
    await visitor.sees("Text changed");
    const styled = '<a href="https://example.com"><span style="color: #1d4ed8; font-size: 14pt">Dear </span></a>';
    const first = `<p><b><i>${styled}</i></b><u>{{name}}, pay &euro; soon.</u></p>\n<p>Next</p>`;
    await saves(`${first}\n<p>Yours</p>\n`);

    await canvas.edit("p:nth-of-type(2)");
    await visitor.press("End");
    await canvas.paste({ "text/html": "<p>a <b>bold</b> {{name}}</p>" });
    await canvas.sees("b:last-of-type", "bold");
    await canvas.paste({ "text/html": `<p>${"long ".repeat(1_000_000)}</p>` });
    await visitor.sees("Not pasted: 5.0 million characters are too many at once.");
    await canvas.paste({ "text/html": "<ul><li>One<li>Two</ul><p>End</p>" });
    await visitor.sees("Pasted");
    await canvas.edit("p:last-of-type");
    await visitor.press("Control", "a");
    await canvas.paste({ "text/plain": "Best\nwishes" });
    await saves(
      `${first.replace("Next", "Nexta <b>bold</b> {{name}}")}\n<ul>\n  <li>One</li>\n  <li>Two</li>\n</ul>\n<p>End</p>\n<p>Best</p>\n<p>wishes</p>\n`,
    );
  });

  test("begins an empty page with a slash and a name, and edits a heading as soon as it is inserted", async () => {
    const { draft } = await design({ name: "Empty", html: "" });
    const { page } = visitor;
    await canvas.shows("body");
    await (await visitor.find("application", "Document")).focus();
    await visitor.press("/");
    await visitor.waitForFocus("Insert a text, a table, a field");
    await page.keyboard.type("headline");
    await visitor.press("Enter");
    await canvas.isEditing();
    await page.keyboard.type("Bill");
    await visitor.press("Enter");
    await canvas.editsEmpty();
    await visitor.press("Escape");
    await visitor.click("button", "Insert heading");
    await canvas.isEditing();
    await page.keyboard.type("Typed at once");
    await visitor.press("Escape");
    await canvas.reads("Typed at once");
    expect((await draft()).html).toMatch(/^<h2>Bill<\/h2>/);
    const size = Number.parseFloat(await canvas.style("h2", "font-size")) * 0.75;
    await page.waitForSelector(`aside[aria-label=Properties] input[placeholder="${size}pt"]`);
  });

  test("takes fields by drag and into a text, sizes pictures and columns, and moves what is dragged", async () => {
    const picture = "<svg xmlns='http://www.w3.org/2000/svg' width='200' height='100'></svg>";
    const image = (width: string) => `<img src="data:image/svg+xml,${picture}" alt="" style="width: ${width}" />`;
    const html = (...parts: string[]) => `${parts.join("\n")}\n`;
    const row = "<tr><td>{{name}}</td><td>40</td></tr>";
    const table = `<table>\n<thead><tr><th>Item</th><th>Price</th></tr></thead>\n<tbody>${row}</tbody>\n</table>`;
    const box = '<div class="box">\n  <p>One</p>\n  <p>Two</p>\n</div>';
    const source = {
      name: "Dragged",
      html: html("<h1>Bill</h1>", "<h2>Dear</h2>", image("40mm"), table, box),
      dataSets: [{ name: "Sample", json: '{"name": "Ada"}' }],
    };
    const { draft, saves } = await design(source);
    const { page } = visitor;
    await canvas.isShown();
    await visitor.click("button", "Fields");
    await canvas.edit("h2");
    await visitor.press("End");
    const nameField = '[title="Insert name as a field: Ada"]';
    await (await page.waitForSelector(nameField))?.click();
    await canvas.sees("[contenteditable] platen-variable", "");
    await page.waitForFunction(() => document.activeElement?.localName === "iframe");
    await visitor.press("Escape");
    await canvas.reads("DearAda");
    const from = await (await page.waitForSelector(nameField))?.boundingBox();
    if (!from) throw new Error("The field is not shown.");
    const to = await canvas.boxOf("h1");
    await drag(visitor, { x: from.x + 20, y: from.y + 10 }, { x: to.x + to.width - 10, y: to.y + to.height / 2 });
    await canvas.isEditing();
    await visitor.press("Escape");
    await canvas.reads("BillAda");

    await canvas.click("img");
    await (await visitor.find("slider", "Width of the picture")).focus();
    await visitor.press("Shift", "ArrowRight");
    await visitor.sees("Picture 50 by 25 millimetres");
    const last = await canvas.boxOf(".box p:last-child");
    await drag(visitor, await canvas.centreOf("h1"), { x: last.x + 40, y: last.y + last.height * 0.7 });
    await visitor.sees("Moved");
    const moved = box.replace("Two</p>", "Two</p>\n  <h1>Bill{{name}}</h1>");
    await saves(html("<h2>Dear{{name}}</h2>", image("50mm"), table, moved));

    await canvas.click("th:last-child");
    // A click on what is selected does not select the row around it.
    await canvas.click("th:last-child");
    const handle = await visitor.find("separator", "Edge of the column");
    await handle.focus();
    await visitor.press("ArrowLeft");
    await visitor.sees("millimetres wide");
    await visitor.waitForFocus("Edge of the column");
    const width = () => handle.evaluate((line) => Number(line.ariaValueNow));
    const before = await width();
    const edge = await handle.boundingBox();
    if (!edge) throw new Error("The line is not shown.");
    const at = { x: edge.x + edge.width / 2, y: edge.y + edge.height / 2 };
    await page.mouse.move(at.x, at.y);
    await page.mouse.down();
    // The hand is quicker than the machine: both events come before the dashboard draws again.
    await handle.evaluate((line, clientX) => {
      for (const type of ["pointermove", "pointerup"])
        line.dispatchEvent(new PointerEvent(type, { bubbles: true, clientX }));
    }, at.x - 60);
    await page.mouse.up();
    await waitFor(async () => (await width()) > before + 5, { describe: "the column to be wider" });
    expect((await draft()).html).toContain("<colgroup>");
  });

  test("edits headers and footers on the page, by mouse and by keyboard, and changes only their typed text", async () => {
    const cells = [
      "<span>Platen &amp; Co</span>",
      "<span></span>",
      '<span >Page <span class="pageNumber"></span></span>',
    ];
    const footerOf = (texts: readonly string[]) =>
      `<div style="display: flex; justify-content: space-between;\n width:100%;padding:0 15mm">\n${texts.join("\n")}</div>`;
    const settings = {
      header: "<p CLASS=x>Head &nbsp;of {{name}}</p>",
      footer: footerOf(cells),
      margin: { top: "25mm", bottom: "25mm" },
    };
    const source = {
      name: "Zones",
      html: "<p>One</p>",
      settings,
      dataSets: [{ name: "Data", json: '{"name": "Ada"}' }],
    };
    const { draft } = await design(source);
    await canvas.isShown();

    await canvas.editStrip("footer", 0.9);
    await visitor.press("End");
    await visitor.page.keyboard.type(" of ");
    // In a busy browser, the menu takes the focus only after its item was chosen.
    await visitor.page.evaluate(() => {
      const { setTimeout: inTime } = window;
      Object.assign(window, { setTimeout: (run: () => void, ms = 0) => inTime(run, Math.max(ms, 300)) });
    });
    await visitor.click("button", "Insert variable");
    await clickMenuItem("Number of pages");
    await canvas.editsOtherThan("Page 1 of ");
    await visitor.page.waitForSelector("[role=menu]", { hidden: true });
    await waitFor(() => visitor.page.evaluate(() => document.activeElement?.localName === "iframe" || undefined), {
      describe: "the focus to return to the text",
      timeoutMs: 5_000,
    });
    await visitor.page.keyboard.type("!");
    await visitor.press("Shift", "Tab");
    await canvas.editsOtherThan("Page 1 of Number of pages!");
    await visitor.page.keyboard.type("middle <");
    await visitor.press("Enter");
    await canvas.editStrip("header", 0.1);
    await visitor.press("End");
    await visitor.page.keyboard.type("s");
    const saved = await draft();
    expect(saved.settings).toEqual({
      ...settings,
      header: "<p CLASS=x>Head &nbsp;of {{name}}s</p>",
      footer: footerOf([
        "<span>Platen &amp; Co</span>",
        "<span>middle &lt;</span>",
        '<span >Page <span class="pageNumber"></span> of <span class="totalPages"></span>!</span>',
      ]),
    });
    expect(saved.html).toBe(source.html);

    await visitor.press("Escape");
    await visitor.click("button", "Edit the footer on the page");
    expect(await canvas.editsOtherThan("")).toBe("Platen & Co");
    await visitor.press("Alt", "F10");
    await visitor.press("Enter");
    await clickMenuItem("Date");
    expect(await canvas.editsOtherThan("Platen & Co")).toBe("Platen & CoDate");
    await visitor.press("Control", "z");
  });

  test("shows texts translated, and typing into one changes it in the language shown", async () => {
    const html = "<h1>{{@t.title}}</h1>\n<p>{{@t.hello}}  &amp; {{@t.days}}</p>\r";
    const days = "{n, plural, one {# day} other {# days}}";
    const translations = {
      de: { hello: "Hallo {name}", title: "Mahnung" },
      en: { days, hello: "Hello {name}", title: "Reminder" },
    };
    const json = JSON.stringify({ name: "Ada", n: 2 });
    const source = { name: "Texts", html, translations, dataSets: [{ name: "Sample", json }] };
    const { draft } = await design(source);
    await canvas.reads("Reminder Hello Ada & 2 days");
    await visitor.page.select('[aria-label="Language of the canvas"]', "de");
    await canvas.reads("Mahnung Hallo Ada & 2 days");
    await canvas.edit("p platen-variable");
    await visitor.press("Home");
    await visitor.page.keyboard.type("Ach, '{'! ");
    await visitor.press("Enter");
    await canvas.reads("Mahnung Ach, '{'! Hallo Ada & 2 days");
    await visitor.click("button", "Undo");
    await canvas.reads("Mahnung Hallo Ada & 2 days");
    await visitor.click("button", "Redo");
    await canvas.reads("Mahnung Ach, '{'! Hallo Ada & 2 days");

    // A plural opens its fields in the panel.
    await canvas.click("p platen-variable:nth-of-type(2)", 2);
    await visitor.page.waitForSelector('[data-text-language="de"]:focus');
    await visitor.page.keyboard.type("zwei Tage");
    await canvas.reads("Hallo Ada & zwei Tage");

    const saved = await draft();
    expect(saved.html).toBe(html);
    expect(saved.translations).toEqual({
      en: translations.en,
      de: { days: "zwei Tage", hello: "Ach, '''{'''! Hallo {name}", title: "Mahnung" },
    });
  });

  test("applies the styles for the screen or for print, as the page settings say", async () => {
    const { html, css, settings, dataSets, revision: before } = await readDraft("Certificate");
    const spaced =
      "@media screen { p.statement { letter-spacing: 5px } } @media print { p.statement { letter-spacing: 2px } }";
    const { revision } = await dashboard.call(operations.saveDraft.member, {
      params: templateNamed(demo.platen, "Certificate"),
      body: { html, css: `${css}\n${spaced}`, settings, dataSets, revision: before },
    });
    await openDesign("Certificate");
    const isSpaced = (space: string) =>
      waitFor(async () => (await canvas.style("p.statement", "letter-spacing")) === space, {
        describe: `letters ${space} apart`,
      });
    await isSpaced("2px");
    const styles = await visitor.find("combobox", "Styles");
    await styles.select("screen");
    await isSpaced("5px");
    expect((await save("Certificate", revision)).settings.media).toBe("screen");
    await styles.select("print");
    await isSpaced("2px");
  });
});

async function clickMenuItem(name: string): Promise<void> {
  // The last menu may still be closing, so this waits for a visible item.
  await visitor.page.waitForFunction(
    (pattern: string) => {
      const found = [...document.querySelectorAll<HTMLElement>("[role=menu] [role=menuitem]")].find(
        (item) => item.checkVisibility() && new RegExp(pattern).test(item.innerText),
      );
      found?.click();
      return found !== undefined;
    },
    { timeout: 10_000 },
    `^${name}`,
  );
}
