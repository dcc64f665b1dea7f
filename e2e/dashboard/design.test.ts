import { afterAll, afterEach, beforeAll, describe, expect, test } from "@jest/globals";
import { operations, type ResponseOutput } from "@platen/contracts";
import { inProofLane, pdfPictures, pdfRuns, pdfText, waitFor, type PdfPicture, type PdfRun } from "@platen/testing";
import { addMember, type DashboardSession } from "../dashboard-session.ts";
import { createTemplate } from "../project-setup.ts";
import { accessibilityViolations } from "./accessibility.ts";
import { openSignedIn, type Visitor } from "./dashboard-browser.ts";
import { openCanvas, type Letter } from "./design-canvas.ts";
import { openFreshEditor, saveAll, showEditor, templateNamed } from "./open-editor.ts";
import { startDemo, type Demo } from "./start-demo.ts";

type Draft = ResponseOutput<typeof operations.getDraft.member>;

let demo: Demo;
let visitor: Visitor;
let canvas: ReturnType<typeof openCanvas>;
let dashboard: DashboardSession;

beforeAll(async () => {
  demo = await startDemo();
  ({ visitor, dashboard } = demo);
  await visitor.page.setViewport({ width: 1440, height: 900 });
  canvas = openCanvas(visitor);
});

afterAll(() => demo?.stop());

afterEach(async () => {
  expect(visitor.takeErrors()).toEqual([]);
  // Otherwise the editor would save them while the next test reads the draft.
  if (await visitor.page.$("header output")) await saveAll(visitor);
});

const readDraft = (name: string): Promise<Draft> =>
  dashboard.call(operations.getDraft.member, { params: templateNamed(demo.platen, name) });

async function previewPdf(name: string): Promise<Uint8Array> {
  const request = { params: templateNamed(demo.platen, name), body: {} };
  return (await dashboard.bytes(operations.previewTemplate, request)).bytes;
}

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

/** A heading, the text to type at its end, and its source before and after: as text, and around a variable. */
const headings = [
  { name: "Invoice", selector: "h1", typed: " no", source: "<h1>Invoice</h1>", changed: "<h1>Invoice no</h1>" },
  {
    name: "Certificate",
    selector: "h1",
    typed: "!",
    source: "<h1>{{recipient}}</h1>",
    changed: "<h1>{{recipient}}!</h1>",
  },
] as const;

const dpi = 96;

/** The smallest box around all differing pixels; undefined if none differ. */
function differingBox(before: PdfPicture, after: PdfPicture) {
  const box = { left: Infinity, top: Infinity, right: -1, bottom: -1 };
  for (let at = 0; at < before.rgba.length; at += 4) {
    if ([0, 1, 2].every((channel) => before.rgba[at + channel] === after.rgba[at + channel])) continue;
    const x = (at / 4) % before.width;
    const y = Math.floor(at / 4 / before.width);
    box.left = Math.min(box.left, x);
    box.right = Math.max(box.right, x);
    box.top = Math.min(box.top, y);
    box.bottom = Math.max(box.bottom, y);
  }
  return box.right < 0 ? undefined : box;
}

describe("opening a template and changing one heading", () => {
  test.each(headings)("of $name changes nothing else, in the source and in the PDF", async (heading) => {
    const { name, selector, typed, source, changed } = heading;
    const before = await readDraft(name);
    const pdfBefore = await previewPdf(name);
    await openDesign(name);
    await canvas.click(selector);
    await visitor.press("Control", "s");
    const { revision: _, updatedAt: __, ...untouched } = await readDraft(name);
    expect(before).toMatchObject(untouched);

    await canvas.edit(selector);
    await visitor.press("End");
    await visitor.page.keyboard.type(typed);
    const height = await canvas.heightOf(selector);
    await visitor.press("Escape");
    const after = await save(name, before.revision);
    expect(before.html).toContain(source);
    expect(after.html).toBe(before.html.replace(source, changed));
    expect({ ...after, html: "" }).toMatchObject({ html: "", css: before.css, settings: before.settings });

    const pdfAfter = await previewPdf(name);
    const [textBefore, textAfter] = await Promise.all([pdfText(pdfBefore), pdfText(pdfAfter)]);
    expect(textAfter).toHaveLength(textBefore.length);
    const differing = textAfter.filter((text, page) => text !== textBefore[page]);
    expect(differing).toHaveLength(1);
    // The page differs only in the typed text.
    const page = textAfter.findIndex((text, index) => text !== textBefore[index]);
    const [was, is] = [[...(textBefore[page] ?? "")], [...(textAfter[page] ?? "")]];
    const start = is.findIndex((letter, index) => letter !== was[index]);
    expect(is.toSpliced(start, typed.length).join("")).toBe(was.join(""));

    const [picturesBefore, picturesAfter] = await Promise.all([
      pdfPictures(pdfBefore, { dpi }),
      pdfPictures(pdfAfter, { dpi }),
    ]);
    const boxes = picturesAfter.map((picture, index) => {
      const old = picturesBefore[index];
      return old && differingBox(old, picture);
    });
    expect(boxes.filter((box) => box !== undefined)).toHaveLength(1);
    const box = boxes[page];
    expect(box && box.bottom - box.top).toBeLessThanOrEqual(height + 4);
  });
});

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

/** Presses the mouse at a place, and releases it at another. */
async function drag(from: { x: number; y: number }, to: { x: number; y: number }): Promise<void> {
  const { mouse } = visitor.page;
  await mouse.move(from.x, from.y);
  await mouse.down();
  await mouse.move(to.x, to.y, { steps: 5 });
  await mouse.up();
}

inProofLane(test)(
  "the mouse selects several elements from an empty place and sets the widths of columns, and a footer shows what the data lacks",
  async () => {
    const { projectId } = demo.platen;
    const columns = (left: string, right: string) =>
      `<div style="display: flex; gap: 24px">\n  <div style="flex: ${left}"><p>Left</p></div>\n  <div style="flex: ${right}"><p>Right</p></div>\n</div>`;
    const html = (between: string, row: string) => `<h1>Offer</h1>\n${between}${row}\n<p>Last</p>`;
    const settings = { margin: { top: "20mm", bottom: "20mm", left: "20mm" }, footer: "<p>By {{company}}</p>" };
    const { templateId } = await createTemplate(dashboard, projectId, {
      name: "Two columns",
      html: html("<p>One</p>\n<p>Two</p>\n", columns("1", "1")),
      settings,
    });
    const params = { projectId, templateId };
    const saved = async () => {
      await saveAll(visitor);
      return (await dashboard.call(operations.getDraft.member, { params })).html;
    };
    await showEditor(visitor, params);
    await canvas.isShown();

    await visitor.click("button", "1 missing");
    expect(await canvas.editsOtherThan("")).toBe("By ");
    await visitor.press("Escape");

    const [one, two] = [await canvas.boxOf("p:nth-of-type(1)"), await canvas.boxOf("p:nth-of-type(2)")];
    await drag({ x: one.x - 20, y: one.y - 2 }, { x: two.x + 30, y: two.y + 4 });
    await visitor.sees("2 elements");
    expect(await accessibilityViolations(visitor.page)).toEqual([]);
    await visitor.page.focus("[data-document]");
    await visitor.press("Delete");
    expect(await saved()).toBe(html("", columns("1", "1")));

    await canvas.click("div div p");
    await canvas.click("div div p");
    const border = await visitor.find("separator", "Border between the columns 1 and 2");
    await border.focus();
    await visitor.press("Shift", "ArrowRight");
    await visitor.press("ArrowRight");
    expect(await saved()).toBe(html("", columns("61", "39")));
    const box = await border.boundingBox();
    const middle = { x: (box?.x ?? 0) + (box?.width ?? 0) / 2, y: (box?.y ?? 0) + (box?.height ?? 0) / 2 };
    await drag(middle, { x: middle.x - 60, y: middle.y });
    const dragged = /flex: (\d+)"[^]*flex: (\d+)"/.exec(await saved());
    const [left, right] = [Number(dragged?.[1]), Number(dragged?.[2])];
    expect([left < 61, left + right]).toEqual([true, 100]);
    expect(await accessibilityViolations(visitor.page)).toEqual([]);
  },
);

inProofLane(test)("the bar names the other members who have the template open, until they leave", async () => {
  const params = templateNamed(demo.platen, "Invoice");
  const guest = { email: "grace.hopper@example.com", password: "a password of the guest" };
  const joined = await addMember(demo.platen.baseUrl, dashboard, { ...params, role: "viewer" }, guest);
  await showEditor(visitor, params);
  await canvas.isShown();
  const other = await openSignedIn(demo.browser, demo.platen.baseUrl, joined);
  await showEditor(other, params);
  await other.find("button", `Also in this template: ${demo.platen.account.email}`);
  await visitor.find("button", `Also in this template: ${guest.email}`);
  expect(await accessibilityViolations(visitor.page)).toEqual([]);
  await other.close();
  await visitor.loses("button", `Also in this template: ${guest.email}`);
});

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

  test("selects, moves, duplicates and deletes by keyboard, and undoes all of that", async () => {
    await openDesign(name);
    const { html } = await readDraft(name);
    await canvas.click(".facts h2");
    await visitor.sees("Selected: Heading 2");
    await visitor.press("Escape");
    await visitor.sees("Selected: Block");
    await visitor.press("Alt", "ArrowDown");
    await visitor.sees("Selected: Heading 2");
    await visitor.press("ArrowDown");
    await visitor.sees("Selected: Paragraph");
    await visitor.press("Escape");
    await visitor.sees("Selected: Block");

    await visitor.press("Alt", "Shift", "ArrowDown");
    await visitor.sees("Moved down");
    expect(await canvas.texts(".facts > div > h2")).toEqual(["Project", "Billed to"]);
    await visitor.press("Control", "d");
    await visitor.sees("Duplicated");
    expect(await canvas.texts(".facts > div > h2")).toEqual(["Project", "Billed to", "Billed to"]);
    await visitor.press("Delete");
    await visitor.sees("Deleted");
    expect(await canvas.texts(".facts > div > h2")).toEqual(["Project", "Billed to"]);
    for (const _ of ["delete", "duplicate", "move"]) await visitor.press("Control", "z");
    await waitFor(async () => (await canvas.texts(".facts > div > h2")).join() === "Billed to,Project", {
      describe: "everything to be undone",
    });
    await visitor.press("Control", "y");
    await waitFor(async () => (await canvas.texts(".facts > div > h2")).join() === "Project,Billed to", {
      describe: "the move to be done again",
    });
    await visitor.press("Control", "z");
    await saveAll(visitor);
    expect((await readDraft(name)).html).toBe(html);
  });

  test("keeps the variables of an edited text, and edits all rows of a list together", async () => {
    const { html, revision } = await readDraft(name);
    await openDesign(name);
    await canvas.edit(".lines tbody tr:nth-child(3) td.text");
    await visitor.press("Home");
    await visitor.page.keyboard.type("Our ");
    await visitor.press("Enter");
    await canvas.reads("Our Tern pendant");
    const saved = await save(name, revision);
    expect(saved.html).toBe(html.replace('<td class="text">{{item}}', '<td class="text">Our {{item}}'));
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

  test("saves by shortcut during text editing, and after a click elsewhere or Escape has ended it", async () => {
    const before = await readDraft(name);
    await openDesign(name);
    await canvas.edit("h1");
    await visitor.press("End");
    await visitor.page.keyboard.type(" one");
    const first = await save(name, before.revision);
    expect(first.html).toContain(" one</h1>");

    await canvas.edit("h1");
    await visitor.press("End");
    await visitor.page.keyboard.type(" two");
    await canvas.click("h2");
    const second = await save(name, first.revision);
    expect(second.html).toBe(first.html.replace(" one</h1>", " one two</h1>"));

    await canvas.edit("h1");
    await visitor.press("Control", "a");
    await visitor.page.keyboard.type("Bill");
    await visitor.press("Escape");
    const third = await save(name, second.revision);
    expect(third.html).toBe(second.html.replace(/<h1>[^<]*<\/h1>/, "<h1>Bill</h1>"));
  });

  test("formats selected words by mouse and by keyboard, takes rich text, and starts the next paragraph", async () => {
    const html = "<p>Dear {{name}}, pay &euro; soon.</p>\n<p>Yours</p>\n";
    const source = { name: "Letter", html, dataSets: [{ name: "Sample", json: '{"name": "Ada"}' }] };
    const { projectId } = demo.platen;
    const { templateId } = await createTemplate(dashboard, projectId, source);
    const saves = async (expected: string) => {
      await visitor.press("Control", "s");
      let read = "";
      await waitFor(
        async () => {
          ({ html: read } = await dashboard.call(operations.getDraft.member, { params: { projectId, templateId } }));
          return read === expected || undefined;
        },
        { describe: "the draft", timeoutMs: 10_000 },
      ).catch(() => expect(read).toBe(expected));
    };
    await showEditor(visitor, { projectId, templateId });
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

  test("begins an empty page with pasted JSON, with a slash, and with a sample", async () => {
    const { projectId } = demo.platen;
    const { templateId } = await createTemplate(dashboard, projectId, { name: "Empty", html: "" });
    await showEditor(visitor, { projectId, templateId });
    const { page } = visitor;
    await visitor.click("button", "Paste JSON");
    await (await visitor.find("textbox", "Data of one document")).type('{"lines": x');
    await visitor.click("button", "Use this data");
    await visitor.sees("Line 1, column 11: ");
    await visitor.press("Control", "a");
    await page.$eval("textarea[data-autofocus]", (area: HTMLTextAreaElement) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData("text/plain", '{"lines": [{"item": "Oak", "price": 40}]}');
      area.select();
      area.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
    });
    await visitor.dialogCloses();
    await visitor.sees("has the pasted data.");

    const choose = async (typed: string) => {
      await visitor.press("/");
      await visitor.waitForFocus("Insert a text, a table, a field");
      await page.keyboard.type(typed);
      await visitor.press("Enter");
    };
    await (await visitor.find("application", "Document")).focus();
    await choose("headline");
    await canvas.isEditing();
    await page.keyboard.type("Bill");
    await visitor.press("Enter");
    await canvas.editsEmpty();
    await choose("table lines");
    await canvas.reads("Bill Item Price Oak 40");
    await visitor.press("Control", "s");
    const params = { projectId, templateId };
    const { html } = await waitFor(
      async () => {
        const draft = await dashboard.call(operations.getDraft.member, { params });
        return draft.html.includes("lines") ? draft : undefined;
      },
      { describe: "the draft with the table" },
    );
    expect(html).toMatch(/^<h2>Bill<\/h2>\n<table [^]*\{\{#lines\}\}/);
    expect(html).not.toContain("<p>");

    await (await visitor.find("application", "Document")).focus();
    await visitor.press("Control", "a");
    while (!(await visitor.has("button", "Start from Invoice"))) await visitor.press("Control", "z");
    await visitor.click("button", "Start from Invoice");
    await canvas.reads("Billed to");
    await visitor.press("Control", "s");
    const { samples } = await dashboard.call(operations.listSamples, {});
    const invoice = samples.find(({ slug }) => slug === "invoice");
    await waitFor(
      async () => {
        const draft = await dashboard.call(operations.getDraft.member, { params });
        return draft.html === invoice?.html || undefined;
      },
      { describe: "the draft to be the sample" },
    );
  });

  test("inserts the fields of the data from a tree, by keyboard and by dragging, and adds one by a form", async () => {
    const json = '{"name": "Ada", "lines": [{"item": "Oak"}], "logo": "data:image/svg+xml,<svg/>"}';
    const source = { name: "Tree", html: "<p>Dear</p>\n<p>Yours</p>\n", dataSets: [{ name: "Sample", json }] };
    const { projectId } = demo.platen;
    const params = { projectId, templateId: (await createTemplate(dashboard, projectId, source)).templateId };
    await showEditor(visitor, params);
    await canvas.isShown();
    await visitor.click("button", "Fields");
    const { page } = visitor;
    await visitor.click("button", "Add field");
    await visitor.fill("Name of the field", "due date");
    await (await visitor.find("textbox", "Sample value")).type("soon");
    await visitor.press("Enter");
    await visitor.sees("Use letters, digits");
    await visitor.fill("Name of the field", "due");
    await visitor.press("Enter");
    await visitor.dialogCloses();
    await visitor.fill("Search the fields", "du");
    await visitor.sees("due");
    await visitor.seesNoMore("Ada");
    await canvas.edit("p:nth-of-type(2)");
    await visitor.press("End");
    await (await page.waitForSelector("aside[aria-label=Fields] li button"))?.click();
    await canvas.sees("[contenteditable] platen-variable", "");
    await page.waitForFunction(() => document.activeElement?.localName === "iframe");
    await visitor.press("Escape");
    await canvas.reads("Yourssoon");

    await (await visitor.find("textbox", "Search the fields")).focus();
    await visitor.press("Control", "a");
    await visitor.press("Backspace");
    const from = await (await page.waitForSelector('[title="Insert name as a field: Ada"]'))?.boundingBox();
    const to = await canvas.boxOf("p");
    if (!from) throw new Error("The field is not shown.");
    await page.mouse.move(from.x + 20, from.y + 10);
    await page.mouse.down();
    await page.mouse.move(from.x + 60, from.y + 20, { steps: 3 });
    await page.mouse.move(to.x + to.width - 10, to.y + to.height / 2, { steps: 3 });
    await page.mouse.up();
    await canvas.isEditing();
    await visitor.press("Escape");
    await canvas.reads("DearAda");
    for (const button of ["Insert lines as a table: 1 item", "Insert logo as a picture"]) {
      await page.focus(`[title="${button}"]`);
      await visitor.press("Enter");
    }
    await canvas.boxOf("img");
    await visitor.press("Control", "s");
    await waitFor(
      async () => {
        const { html, dataSets } = await dashboard.call(operations.getDraft.member, { params });
        return (
          (/^<p>Dear\{\{name\}\}<\/p>\n<table [^]*\{\{#lines\}\}[^]*<\/table>\n<img src="\{\{logo\}\}"[^]*<p>Yours\{\{due\}\}<\/p>\n$/.test(
            html,
          ) &&
            dataSets[0]?.json === json.replace('svg/>"', 'svg/>", "due": "soon"')) ||
          undefined
        );
      },
      { describe: "the draft to have the fields", timeoutMs: 15_000 },
    );
  });

  test("selects several elements, copies them to another template, moves and sizes them, and names missing values", async () => {
    const picture = "<svg xmlns='http://www.w3.org/2000/svg' width='200' height='100'></svg>";
    const html = [
      "<h1>Bill {{number}}</h1>",
      "<p>Dear {{name}}, {{nickname}}</p>",
      `<img src="data:image/svg+xml,${picture}" alt="" style="width: 40mm" />`,
      "{{#lines}}",
      "<p>{{item}}</p>",
      "{{/lines}}",
      '<div class="box">',
      "  <p>One</p>",
      "  <p>Two</p>",
      "</div>",
      "",
    ].join("\n");
    const dataSets = [{ name: "Sample", json: '{"number": 7, "name": "Ada", "lines": []}' }];
    const { projectId } = demo.platen;
    const make = async (source: { name: string; html: string }) => ({
      projectId,
      templateId: (await createTemplate(dashboard, projectId, { ...source, dataSets })).templateId,
    });
    const params = await make({ name: "Several", html });
    const saves = async (of: typeof params, expected: string) => {
      await visitor.press("Control", "s");
      let read = "";
      await waitFor(
        async () => {
          ({ html: read } = await dashboard.call(operations.getDraft.member, { params: of }));
          return read === expected || undefined;
        },
        { describe: "the draft", timeoutMs: 10_000 },
      ).catch(() => expect(read).toBe(expected));
    };
    const { page } = visitor;
    await showEditor(visitor, params);
    await visitor.click("button", "1 missing");
    await visitor.sees("Selected: Variable nickname");
    expect(await canvas.texts("platen-variable[data-platen-missing]")).toEqual([""]);

    await visitor.click("button", "Layers");
    await (await visitor.find("tree", "Elements of the page")).focus();
    await visitor.press("End");
    await visitor.press("Alt", "Shift", "ArrowLeft");
    await visitor.sees("Moved out");
    await saves(params, html.replace("  <p>Two</p>\n</div>\n", "</div>\n<p>Two</p>\n"));
    await visitor.press("Home");
    await visitor.press("ArrowLeft");
    await visitor.press("Shift", "ArrowDown");
    await visitor.sees("Selected: 2 elements");
    await visitor.press("Control", "d");
    await visitor.sees("2 elements: duplicated");
    await visitor.press("Delete");
    await visitor.sees("2 elements: deleted");
    for (const _ of ["delete", "duplicate", "move"]) await visitor.press("Control", "z");
    await saves(params, html);

    await visitor.click("button", "Properties");
    await canvas.click("h1");
    await page.keyboard.down("Shift");
    await canvas.click(".box p:last-child");
    await page.keyboard.up("Shift");
    await visitor.sees("Selected: 2 elements");
    await (await visitor.find("textbox", "Width")).focus();
    // At once, so that it is one step to undo however slow the machine is.
    await page.keyboard.sendCharacter("50mm");
    const wide = html.replace("<h1>", '<h1 style="width: 50mm">').replace("<p>Two", '<p style="width: 50mm">Two');
    await saves(params, wide);
    await visitor.click("button", "Undo");
    await (await visitor.find("application", "Document")).focus();
    await visitor.press("Shift", "F10");
    await visitor.click("menuitem", "Copy");
    await visitor.sees("Copied");
    const other = await make({ name: "Other", html: "<p>Other</p>\n" });
    await showEditor(visitor, other);
    await canvas.click("p");
    await visitor.press("Control", "v");
    await visitor.sees("Elements inserted");
    await saves(other, "<p>Other</p>\n<h1>Bill {{number}}</h1>\n<p>Two</p>\n");

    await showEditor(visitor, params);
    await canvas.click("img");
    await (await visitor.find("slider", "Width of the picture")).focus();
    await visitor.press("Shift", "ArrowRight");
    await visitor.sees("Picture 50 by 25 millimetres");
    const from = await canvas.centreOf("h1");
    const to = await canvas.boxOf(".box p:last-child");
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(from.x + 10, from.y + 10, { steps: 3 });
    await page.mouse.move(to.x + 40, to.y + to.height * 0.7, { steps: 5 });
    await page.mouse.up();
    await visitor.sees("Moved");
    const moved = html
      .replace("<h1>Bill {{number}}</h1>\n", "")
      .replace("Two</p>\n", "Two</p>\n  <h1>Bill {{number}}</h1>\n");
    await saves(params, moved.replace("width: 40mm", "width: 50mm"));
  });

  test("inserts each element of the palette", async () => {
    const { revision } = await readDraft(name);
    await openDesign(name);
    await canvas.click(".heading h1");
    await visitor.page.keyboard.press("Escape");
    for (const [button, item, selector] of [
      ["Insert heading", undefined, "h2"],
      ["Insert text", undefined, "p"],
      ["Insert divider", undefined, "hr"],
      ["Insert page break", undefined, '[style*="break-after"]'],
      ["Insert columns", "2 columns", '[style*="display: flex"]'],
      ["Insert variable", /^number/, 'platen-variable[data-name="number"]'],
      ["Insert table", /^lines/, "table"],
    ] as const) {
      const before = await canvas.texts(selector);
      await visitor.click("button", button);
      if (item !== undefined) await clickMenuItem(item);
      await waitFor(async () => (await canvas.texts(selector)).length > before.length, {
        describe: `${button} to show`,
      });
    }
    await visitor.click("button", "Insert header or footer");
    await clickMenuItem(/^Page footer/);
    await visitor.sees("Page footer added");
    const saved = await save(name, revision);
    expect(saved.settings.footer).toContain("totalPages");
    const pages = await pdfText(await previewPdf(name));
    expect(pages.at(-1)).toContain(`Page ${pages.length} of ${pages.length}`);
  });

  test("edits headers and footers on the page, by mouse and by keyboard, and changes only their typed text", async () => {
    const { projectId } = demo.platen;
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
    const { templateId, revision } = await createTemplate(dashboard, projectId, source);
    const params = { projectId, templateId };
    const nextDraft = async (known: number) => {
      await saveAll(visitor);
      const draft = await dashboard.call(operations.getDraft.member, { params });
      expect(draft.revision).toBeGreaterThan(known);
      return draft;
    };
    await showEditor(visitor, params);
    await canvas.isShown();

    await canvas.editStrip("footer", 0.9);
    await visitor.press("End");
    await visitor.page.keyboard.type(" of ");
    // In a busy browser, the menu takes the focus only after its item was chosen.
    await visitor.page.evaluate(() => {
      const { setTimeout: inTime } = window;
      Object.assign(window, {
        setTimeout: (run: () => void, ms = 0) => inTime(run, Math.max(ms, 300)),
      });
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
    const saved = await nextDraft(revision);
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

  test("writes the fields of its panel into the style of the element, and reports an invalid value", async () => {
    const { html, revision } = await readDraft("Certificate");
    await openDesign("Certificate");
    await canvas.click("p.statement");
    await visitor.sees("Selected: Variable statement");
    await visitor.press("Escape");
    await visitor.fill("Size", "20");
    await waitFor(async () => (await canvas.style("p.statement", "font-size")) === "20px", {
      describe: "the new size",
    });
    await visitor.fill("Size", "a lot");
    await visitor.sees("Use a value such as 12px, 4mm or 50%");
    await (await visitor.find("textbox", "Colour")).click();
    await visitor.page.keyboard.type("navy");
    await waitFor(async () => (await canvas.style("p.statement", "color")) === "rgb(0, 0, 128)", {
      describe: "the typed colour",
    });
    const saved = await save("Certificate", revision);
    const style = "font-size: 20px; color: #000080";
    expect(saved.html).toBe(html.replace('<p class="statement">', `<p class="statement" style="${style}">`));

    await visitor.click("button", "Insert heading");
    await canvas.isEditing();
    await visitor.page.keyboard.type("Typed at once");
    await visitor.press("Escape");
    await canvas.reads("Typed at once");
    const size = await canvas.style("h2", "font-size");
    await visitor.page.waitForSelector(`aside[aria-label=Properties] input[placeholder="${size}"]`);
    await visitor.press("Control", "z");
    await visitor.press("Control", "z");
    await save("Certificate", saved.revision - 1);
  });

  test("formats a value and changes a condition in the panel, by keyboard, and changes nothing else in the source", async () => {
    const html =
      "<h1>Bill</h1>\n<p> {{total}} &amp; {{{ total }}}</p>\r\n{{# status|is 'paid' }}<b>Paid</b>{{/status}}\n";
    const json = JSON.stringify({ total: 1240.1, status: "paid" });
    const source = { name: "Formats", html, dataSets: [{ name: "Sample", json }] };
    const { projectId } = demo.platen;
    const { templateId } = await createTemplate(dashboard, projectId, source);
    await showEditor(visitor, { projectId, templateId });
    await canvas.click("platen-variable");
    await visitor.click("button", "Print as number: 1,240.1");
    await canvas.reads("1,240.1 & 1240.1");
    await (await visitor.find("combobox", "Digits")).type("2x");
    await visitor.sees("must be a whole number from 0 to 20");
    await visitor.press("Backspace");
    await canvas.reads("1,240.10 & 1240.1");
    await visitor.click("button", "Remove number");
    await canvas.reads("1240.1 & 1240.1");
    await (await visitor.find("combobox", "Add a format")).type("mon");
    await visitor.sees("€1,240.10");
    await visitor.press("ArrowDown");
    await visitor.press("Enter");
    await visitor.waitForFocus("Add a format");
    await canvas.reads("€1,240.10 & 1240.1");

    await canvas.click("b");
    await visitor.press("Escape");
    await visitor.sees("Printed if status is paid. This data set prints it.");
    await (await visitor.find("combobox", "Value")).type("?");
    await visitor.sees("Printed if status is paid?. This data set does not print it.");
    await visitor.click("button", "Undo");
    await visitor.sees("Printed if status is paid. This data set prints it.");
    await visitor.click("switch", "Print only if it does not hold");
    await visitor.sees("Printed if status is not paid. This data set does not print it.");
    await visitor.press("Control", "s");
    await waitFor(
      async () => {
        const draft = await dashboard.call(operations.getDraft.member, { params: { projectId, templateId } });
        return draft.html === html.replace("{{total}}", "{{total | money EUR}}").replace("{{#", "{{^") || undefined;
      },
      { describe: "the draft to have both changes, and no other", timeoutMs: 20_000 },
    );

    await visitor.click("button", "Insert variable");
    await clickMenuItem("total · number");
    await canvas.reads("€1,240.10 & 1240.1 1,240.1");
  });

  test("adds, formats, widens, adds up and deletes columns of a table, and shows a text by a condition", async () => {
    const html =
      "<p>Paid</p>\n<table>\n<thead><tr><th>Item</th></tr></thead>\n<tbody>{{#lines}}<tr><td>{{item}}</td></tr>{{/lines}}</tbody>\n</table>\n";
    const lines = [
      { item: "Oak", price: 1200 },
      { item: "Ash", price: 40.5 },
    ];
    const dataSets = [{ name: "Sample", json: JSON.stringify({ lines, paid: true }) }];
    const { projectId } = demo.platen;
    const { templateId } = await createTemplate(dashboard, projectId, { name: "Columns", html, dataSets });
    await showEditor(visitor, { projectId, templateId });
    await canvas.click("th");
    await visitor.sees("Selected: Head cell");
    await visitor.click("button", "Add right");
    await clickMenuItem("price");
    await canvas.reads("ItemPrice");
    await visitor.sees("Column added on the right");
    await visitor.click("button", "Print as number: 1,200");
    await visitor.sees("Selected: Head cell");
    await visitor.click("button", "Add a total below");
    await canvas.reads("Total 1,240.5");

    const handle = await visitor.find("separator", "Edge of the column");
    await handle.focus();
    await visitor.press("ArrowLeft");
    await visitor.sees("millimetres wide");
    await visitor.waitForFocus("Edge of the column");
    await visitor.fill("Width of the column", "50");
    await waitFor(async () => (await handle.evaluate((line) => line.ariaValueNow)) === "50", {
      describe: "the line at the new width",
    });
    const { page } = visitor;
    const box = await handle.boundingBox();
    if (!box) throw new Error("The line is not shown.");
    const at = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    await page.mouse.move(at.x, at.y);
    await page.mouse.down();
    // The hand is quicker than the machine: both events come before the dashboard draws again.
    await handle.evaluate((line, clientX) => {
      for (const type of ["pointermove", "pointerup"])
        line.dispatchEvent(new PointerEvent(type, { bubbles: true, clientX }));
    }, at.x - 60);
    await page.mouse.up();
    await waitFor(async () => (await handle.evaluate((line) => Number(line.ariaValueNow))) > 55, {
      describe: "the column to be wider",
    });
    await visitor.fill("Width of the column", "30%");

    await canvas.click("th");
    await visitor.press("Delete");
    await visitor.sees("Column deleted");
    await canvas.click("p");
    await (await visitor.find("combobox", "Show if")).select("^paid");
    await visitor.sees("Shown by a condition");
    expect(await canvas.texts("p")).toEqual([]);
    await visitor.press("Control", "s");
    await waitFor(
      async () => {
        const draft = await dashboard.call(operations.getDraft.member, { params: { projectId, templateId } });
        return (
          draft.html ===
            [
              "{{^paid}}",
              "<p>Paid</p>",
              "{{/paid}}",
              "<table>",
              "<colgroup>",
              '  <col style="width: 30%" />',
              "</colgroup>",
              '<thead><tr><th style="text-align: right">Price</th></tr></thead>',
              '<tbody>{{#lines}}<tr><td style="text-align: right">{{price | number}}</td></tr>{{/lines}}</tbody>',
              '<tfoot style="display: table-row-group">',
              "  <tr>",
              '    <td style="text-align: right">{{lines | sum price | number}}</td>',
              "  </tr>",
              "</tfoot>",
              "</table>",
              "",
            ].join("\n") || undefined
        );
      },
      { describe: "the draft to have the condition, and the table of the price alone", timeoutMs: 20_000 },
    );
  });

  test("shows texts translated, and typing into one changes it in the language shown, and only “Make translatable” changes the source", async () => {
    const html = "<h1>{{@t.title}}</h1>\n<p>{{@t.hello}}  &amp; {{@t.days}}</p>\r\n<h2>For {{name}}\n</h2>";
    const days = "{n, plural, one {# day} other {# days}}";
    const translations = {
      de: { hello: "Hallo {name}", title: "Mahnung" },
      en: { days, hello: "Hello {name}", title: "Reminder" },
    };
    const json = JSON.stringify({ name: "Ada", n: 2 });
    const source = { name: "Texts", html, translations, dataSets: [{ name: "Sample", json }] };
    const { projectId } = demo.platen;
    const { templateId } = await createTemplate(dashboard, projectId, source);
    await showEditor(visitor, { projectId, templateId });
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

    await canvas.click("h2");
    await visitor.click("button", "Make translatable");
    await visitor.click("button", "Add the text");
    await visitor.dialogCloses();
    await saveAll(visitor);
    const saved = await dashboard.call(operations.getDraft.member, { params: { projectId, templateId } });
    expect(saved.html).toBe(html.replace("For {{name}}", "{{@t.for}}"));
    expect(saved.translations).toEqual({
      en: { ...translations.en, for: "For {name}" },
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

async function clickMenuItem(name: string | RegExp): Promise<void> {
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
    typeof name === "string" ? `^${name}` : name.source,
  );
}
