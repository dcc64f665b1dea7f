import { describe, expect, test } from "@jest/globals";
import { operations } from "@platen/contracts";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { EditedTemplate, loadCanvas } from "../../testing/edited-template.tsx";
import { startGateway, type OpenPage } from "../../testing/open-dashboard.tsx";

const gateway = startGateway();
// Nothing covers or hides anything here, and to find out what is hidden takes most of the time.
const hidden = true;
const button = (name: string | RegExp) => screen.findByRole("button", { name, hidden });
const field = (role: "combobox" | "textbox", name: string) => screen.findByRole(role, { name, hidden });
/** Clicks without the way of the pointer, which costs more than all else. */
const click = async (name: string | RegExp) => fireEvent.click(await button(name));
const isSaid = (text: RegExp) => screen.findByText(text, { selector: "output.unseen" });

type Opened = OpenPage & { template: EditedTemplate; canvas: Document };

async function design(html: string, data: object = {}, more: { settings?: object; translations?: object } = {}) {
  const template = new EditedTemplate(gateway, { html, ...more }, data);
  const page = template.open("design");
  return { ...page, template, canvas: await loadCanvas() };
}

/** Selects an element by its place in the order of the source, opens its properties, and gives the focus to the document. */
async function select({ user }: OpenPage, place: number): Promise<void> {
  if (!screen.queryByRole("tree")) await click("Layers");
  act(() => screen.getByRole("tree").focus());
  await user.keyboard(`{Home}${"{ArrowDown}".repeat(place)}`);
  // Without a width, only one of both panels has room.
  await click("Properties");
  act(() => screen.getByRole("application", { name: "Document" }).focus());
}

/** Writes into a field at once, in place of what it has. */
async function write({ user }: OpenPage, into: HTMLElement, text: string): Promise<void> {
  act(() => into.focus());
  await user.clear(into);
  await user.paste(text);
}

/** Inserts what the list of all elements has under this name. */
async function insert(page: OpenPage, name: string): Promise<void> {
  await page.user.keyboard("/");
  await write(page, await screen.findByLabelText("Insert a text, a table, a field"), name);
  await page.user.keyboard("{Enter}");
}

/** What a page copies and pastes. */
function createClipboard() {
  const copied = new Map<string, string>();
  const setData = (type: string, text: string) => copied.set(type, text);
  return { setData, getData: (type: string) => copied.get(type) ?? "" };
}

const texts = ({ canvas }: Opened, selector: string) =>
  [...canvas.querySelectorAll(selector)].map(({ textContent }) => textContent);
const reads = (opened: Opened, text: string) =>
  waitFor(() => expect(opened.canvas.body.textContent.replaceAll(/\s+/g, " ")).toContain(text));

test("Design waits with its first drawing for the answers that the drawing shows, and not for one that fails", async () => {
  const template = new EditedTemplate(gateway, { html: "<p>Dear {{name}}</p>" }, { name: "Ada" });
  gateway.refuse(operations.listSnippets.member, { code: "internal" });
  const answer = gateway.hold(operations.getBrand, {});
  template.open("design");
  const canvas = await loadCanvas("head");
  await waitFor(() => expect(gateway.requestsOf(operations.getBrand)).toHaveLength(1));
  expect(canvas.querySelector("p")).toBeNull();
  answer();
  await waitFor(() => expect(canvas.body.textContent).toContain("Dear Ada"));
});

describe("elements", () => {
  const html = '<div class="facts">\n  <h2>Billed to</h2>\n  <p>Ada</p>\n  <h2>Project</h2>\n</div>\n';

  test("are selected, moved, duplicated and deleted by keyboard, and all of that is undone and done again", async () => {
    const opened = await design(html);
    const { user, template } = opened;
    act(() => screen.getByRole("application", { name: "Document" }).focus());
    await user.keyboard("{ArrowDown}");
    await isSaid(/Selected: Group/);
    await user.keyboard("{Alt>}{ArrowDown}{/Alt}");
    await isSaid(/Selected: Heading 2/);
    await user.keyboard("{ArrowDown}");
    await isSaid(/Selected: Paragraph/);
    await user.keyboard("{Escape}");
    await isSaid(/Selected: Group/);
    await user.keyboard("{Alt>}{ArrowDown}{Shift>}{ArrowDown}{/Shift}{/Alt}");
    await isSaid(/Moved down/);
    await user.keyboard("{Control>}d{/Control}");
    await isSaid(/Duplicated/);
    expect(texts(opened, "div > *")).toEqual(["Ada", "Billed to", "Billed to", "Project"]);
    await user.keyboard("{Delete}");
    await isSaid(/Deleted/);
    for (const _ of ["delete", "duplicate", "move"]) await user.keyboard("{Control>}z{/Control}");
    await waitFor(() => expect(texts(opened, "div > *")).toEqual(["Billed to", "Ada", "Project"]));
    await user.keyboard("{Control>}y{/Control}");
    await waitFor(() => expect(texts(opened, "div > *")).toEqual(["Ada", "Billed to", "Project"]));
    await user.keyboard("{Control>}z{/Control}");
    expect(await template.saved(opened)).toBe(html);
  });

  test("are moved out of their parent, selected together, sized together and pasted, in the tree of layers", async () => {
    const opened = await design(html);
    const { user, template } = opened;
    await click("Layers");
    act(() => screen.getByRole("tree").focus());
    await user.keyboard("{End}{Alt>}{Shift>}{ArrowLeft}{/Shift}{/Alt}");
    await isSaid(/Moved out/);
    expect(await template.saved(opened)).toBe(html.replace("  <h2>Project</h2>\n</div>", "</div>\n<h2>Project</h2>"));
    await user.keyboard("{Control>}z{/Control}{Home}{ArrowDown}{Shift>}{ArrowDown}{/Shift}");
    await isSaid(/Selected: 2 elements/);
    await click("Properties");
    await write(opened, await field("textbox", "Width"), "5px");
    const wide = html.replace("<h2>", '<h2 style="width: 5px">').replace("<p>", '<p style="width: 5px">');
    expect(await template.saved(opened)).toBe(wide);
    await click("Undo");
    act(() => screen.getByRole("application", { name: "Document" }).focus());
    const clipboardData = createClipboard();
    const application = screen.getByRole("application", { name: "Document" });
    fireEvent.copy(application, { clipboardData });
    await isSaid(/Copied/);
    fireEvent.paste(application, { clipboardData });
    await isSaid(/Elements inserted/);
    expect(await template.saved(opened)).toBe(
      html.replace("Ada</p>\n", "Ada</p>\n  <h2>Billed to</h2>\n  <p>Ada</p>\n"),
    );
  });

  test("are all selected by Control with A wherever the focus is but in a field, and all of them are deleted", async () => {
    const opened = await design(html);
    const { user, template } = opened;
    act(() => document.querySelector<HTMLElement>(":focus")?.blur());
    const event = new KeyboardEvent("keydown", { key: "a", ctrlKey: true, bubbles: true, cancelable: true });
    fireEvent(document.body, event);
    expect(event.defaultPrevented).toBe(true);
    await isSaid(/Selected: Group/);
    await click("Fields");
    const typed = new KeyboardEvent("keydown", { key: "a", ctrlKey: true, bubbles: true, cancelable: true });
    fireEvent(await field("textbox", "Search the fields"), typed);
    expect(typed.defaultPrevented).toBe(false);
    act(() => screen.getByRole("application", { name: "Document" }).focus());
    await user.keyboard("{Delete}");
    expect(await template.saved(opened)).toBe("");
  });

  test("keep their condition when keys move them, and when they are cut and pasted, until it is taken away", async () => {
    const condition = "{{#paid}}\n<p>PAID</p>\n{{/paid}}\n";
    const opened = await design(`<h1>Bill</h1>\n${condition}<div>\n  <p>Ada</p>\n</div>\n`, { paid: true });
    const { user, template } = opened;
    await select(opened, 2);
    await isSaid(/Selected: Paragraph/);
    await user.keyboard("{Alt>}{Shift>}{ArrowUp}{/Shift}{/Alt}");
    await isSaid(/Moved up. Selected: Paragraph/);
    const rest = "<h1>Bill</h1>\n<div>\n  <p>Ada</p>\n</div>\n";
    expect(await template.saved(opened)).toBe(condition + rest);
    await user.keyboard("{Alt>}{Shift>}{ArrowUp}{/Shift}{/Alt}");
    await screen.findByText(/Not moved: nothing that it can pass stands before it/);
    const clipboardData = createClipboard();
    const application = screen.getByRole("application", { name: "Document" });
    fireEvent.cut(application, { clipboardData });
    await isSaid(/Cut/);
    expect(await template.saved(opened)).toBe(rest);
    await select(opened, 2);
    fireEvent.paste(application, { clipboardData });
    await isSaid(/Elements inserted/);
    const pasted = condition.trim().replaceAll("\n", "\n  ");
    expect(await template.saved(opened)).toBe(rest.replace("</p>\n", `</p>\n  ${pasted}\n`));
  });

  test("of each kind are inserted by a slash and their name, and a footer counts the pages", async () => {
    const opened = await design("<h1>Bill</h1>\n", { number: 7, lines: [{ item: "Oak" }] });
    const { template, canvas } = opened;
    await select(opened, 0);
    for (const [name, selector] of [
      ["divider", "hr"],
      ["page break", '[style*="break-after"]'],
      ["table of lines", "table"],
    ] as const) {
      await insert(opened, name);
      await waitFor(() => expect(canvas.querySelector(selector)).not.toBeNull());
      await select(opened, 0);
    }
    await insert(opened, "page footer");
    await isSaid(/Page footer added/);
    expect(await template.saved(opened)).toMatch(/^<h1>Bill<\/h1>\n<table [^]*\{\{#lines\}\}[^]*break-after[^]*<hr/);
    expect(template.draft.settings?.footer).toContain("totalPages");
  });
});

test("several elements are spaced, shown by a condition and grouped as one", async () => {
  const html = "<h1>Bill</h1>\n<p>One</p>\n<p>Two</p>\n";
  const opened = await design(html, { paid: true });
  const { user, template } = opened;
  await select(opened, 1);
  await user.keyboard("{Shift>}{ArrowDown}{/Shift}");
  await isSaid(/Selected: 2 elements/);
  await write(opened, await field("textbox", "Margin top"), "4mm");
  const spaced = html.replaceAll("<p>", '<p style="margin-top: 4mm">');
  expect(await template.saved(opened)).toBe(spaced);
  await user.selectOptions(await field("combobox", "Show if"), "^paid");
  await isSaid(/Shown by a condition. Selected: 2 elements/);
  const shown = spaced.replace("<p style", "{{^paid}}\n<p style") + "{{/paid}}\n";
  expect(await template.saved(opened)).toBe(shown);
  act(() => screen.getByRole("application", { name: "Document" }).focus());
  await user.keyboard("{Control>}g{/Control}");
  await isSaid(/grouped. Selected: Group/);
  const inside = '  <p style="margin-top: 4mm">One</p>\n  <p style="margin-top: 4mm">Two</p>\n';
  expect(await template.saved(opened)).toBe(`<h1>Bill</h1>\n{{^paid}}\n<div>\n${inside}</div>\n{{/paid}}\n`);
  await user.keyboard("{Control>}{Shift>}g{/Shift}{/Control}");
  await isSaid(/Ungrouped. Selected: 2 elements/);
  expect(await template.saved(opened)).toBe(shown);
});

describe("a text", () => {
  const edited = ({ canvas }: Opened) => canvas.querySelector("[contenteditable=true]");
  /** Presses a key in the text that is edited, which has the focus in a browser. */
  const press = (opened: Opened, key: string) => fireEvent.keyDown(edited(opened) ?? opened.canvas, { key });
  async function edit(opened: Opened, place: number): Promise<void> {
    await select(opened, place);
    await opened.user.keyboard("{Enter}");
    await isSaid(/Editing the text/);
  }

  test("is in the source while it is typed, the page says that it is not saved, and one step undoes it", async () => {
    const before = "<h1>Bill</h1>\n<p>Dear {{name}}</p>\n";
    const opened = await design(before, { name: "Ada" });
    const { user, template } = opened;
    await edit(opened, 1);
    const element = edited(opened);
    act(() => element?.append(", hello"));
    await screen.findByText("Saving…");
    act(() => element?.append(" again"));
    await waitFor(() => expect(template.draft.html).toBe(before.replace("}}</p>", "}}, hello again</p>")));
    await screen.findByText("Saved");
    act(() => element?.append(" & more"));
    const leaving = new Event("beforeunload", { cancelable: true });
    fireEvent(window, leaving);
    expect(leaving.defaultPrevented).toBe(true);
    // The canvas leaves the text alone.
    expect(edited(opened)).toBe(element);
    press(opened, "Escape");
    await isSaid(/Text changed/);
    expect(await template.saved(opened)).toBe(before.replace("}}</p>", "}}, hello again &amp; more</p>"));
    await user.keyboard("{Control>}z{/Control}");
    expect(await template.saved(opened)).toBe(before);
  });

  test("of a field alone stays when its editing ends, and one without anything goes", async () => {
    const html = "<p>Dear</p>\n";
    const opened = await design(html, { city: "Delft" });
    const { template } = opened;
    await edit(opened, 0);
    press(opened, "Enter");
    await waitFor(() => expect(edited(opened)?.textContent).toBe(""));
    press(opened, "Escape");
    expect(await template.saved(opened)).toBe(html);
    await edit(opened, 0);
    press(opened, "Enter");
    await waitFor(() => expect(edited(opened)?.textContent).toBe(""));
    await click("Fields");
    fireEvent.click(await screen.findByTitle("Insert city as a field: Delft"));
    press(opened, "Escape");
    await isSaid(/Text changed/);
    expect(await template.saved(opened)).toBe(`${html}<p>{{city}}</p>\n`);
  });
});

describe("the panel", () => {
  test("writes its fields into the style of the element, and reports an invalid value", async () => {
    const opened = await design('<p class="statement">{{statement}}</p>\n', { statement: "Done" });
    const { template } = opened;
    await select(opened, 0);
    const size = await field("textbox", "Size");
    await write(opened, size, "a lot");
    await screen.findByText(/Use a value such as 12pt, 4mm or 50%/);
    await write(opened, size, "20");
    await write(opened, await field("textbox", "Colour"), "#000080");
    expect(await template.saved(opened)).toBe(
      '<p class="statement" style="font-size: 20pt; color: #000080">{{statement}}</p>\n',
    );
  });

  test("puts a picture into the middle, and takes a stamp out of the flow, moved and turned", async () => {
    const opened = await design('<img src="asset:logo" alt="">\n<p>PAID</p>\n');
    const { user, template } = opened;
    await select(opened, 0);
    await user.click(await screen.findByRole("radio", { name: "Centre", hidden }));
    const logo = '<img src="asset:logo" alt="" style="display: block; margin-left: auto; margin-right: auto">';
    expect(await template.saved(opened)).toBe(`${logo}\n<p>PAID</p>\n`);
    await select(opened, 1);
    await user.click(await screen.findByRole("switch", { name: "Takes no room, as a stamp" }));
    await write(opened, await field("textbox", "To the right"), "120");
    await write(opened, await field("textbox", "Turned by, in degrees"), "-12");
    expect(await template.saved(opened)).toBe(
      `${logo}\n<p style="position: absolute; translate: 120mm 0; rotate: -12deg">PAID</p>\n`,
    );
    await user.click(await screen.findByRole("switch", { name: "Takes no room, as a stamp" }));
    expect(await template.saved(opened)).toBe(`${logo}\n<p>PAID</p>\n`);
  });

  test("formats a value and changes a condition, and changes nothing else in the source", async () => {
    const html =
      "<h1>Bill</h1>\n<p> {{total}} &amp; {{{ total }}}</p>\r\n{{# status|is 'paid' }}<b>Paid</b>{{/status}}\n";
    const opened = await design(html, { total: 1240.1, status: "paid" });
    const { user, template } = opened;
    await select(opened, 2);
    await click("Print as number: 1,240.1");
    await reads(opened, "1,240.1 & 1240.1");
    await write(opened, await field("combobox", "Digits"), "2x");
    await screen.findByText(/must be a whole number from 0 to 20/);
    await user.keyboard("{Backspace}");
    await reads(opened, "1,240.10 & 1240.1");
    await click("Remove number");
    await write(opened, await field("combobox", "Add a format"), "mon");
    await screen.findByText("€1,240.10");
    await user.keyboard("{ArrowDown}{Enter}");
    await reads(opened, "€1,240.10 & 1240.1");
    await select(opened, 4);
    await screen.findByText(/Printed if status is paid\. This data set prints it\./);
    await user.click(await screen.findByRole("switch", { name: "Print only if it does not hold" }));
    await screen.findByText(/Printed if status is not paid\. This data set does not print it\./);
    expect(await template.saved(opened)).toBe(html.replace("{{total}}", "{{total | money EUR}}").replace("{{#", "{{^"));
  });

  test("adds, adds up, widens and deletes columns of a table, and shows a text by a condition", async () => {
    const html =
      "<p>Paid</p>\n<table>\n<thead><tr><th>Item</th></tr></thead>\n<tbody>{{#lines}}<tr><td>{{item}}</td></tr>{{/lines}}</tbody>\n</table>\n";
    const opened = await design(html, { lines: [{ item: "Oak", price: 1200 }], paid: true });
    const { user, template } = opened;
    await select(opened, 8);
    await click("Add right");
    await user.click(await screen.findByRole("menuitem", { name: /^price/ }));
    await isSaid(/Column added on the right/);
    await click("Print as number: 1,200");
    await click("Add a total below");
    await reads(opened, "Total 1,200");
    await write(opened, await field("textbox", "Width of the column"), "30%");
    act(() => screen.getByRole("application", { name: "Document" }).focus());
    await user.keyboard("{ArrowLeft}{Delete}");
    await isSaid(/Column deleted/);
    await select(opened, 0);
    await user.selectOptions(await field("combobox", "Show if"), "^paid");
    await isSaid(/Shown by a condition/);
    expect(texts(opened, "p")).toEqual([]);
    const amount = (tag: string, text: string) => `<${tag} style="text-align: right">${text}</${tag}>`;
    expect(await template.saved(opened)).toBe(
      [
        "{{^paid}}\n<p>Paid</p>\n{{/paid}}",
        '<table>\n<colgroup>\n  <col style="width: 30%" />\n</colgroup>',
        `<thead><tr>${amount("th", "Price")}</tr></thead>`,
        `<tbody>{{#lines}}<tr>${amount("td", "{{price | number}}")}</tr>{{/lines}}</tbody>`,
        '<tfoot style="display: table-row-group">\n  <tr>',
        `    ${amount("td", "{{lines | sum price | number}}")}\n  </tr>\n</tfoot>\n</table>\n`,
      ].join("\n"),
    );
  });

  test("of a head shows no value of its column, a new empty column is edited at once, and a row has actions of its own", async () => {
    const html =
      "<table>\n<thead><tr><th>Item</th></tr></thead>\n<tbody>\n{{#lines}}<tr><td>{{item}}</td></tr>{{/lines}}\n<tr><td>{{sum}}</td></tr>\n</tbody>\n</table>\n";
    const opened = await design(html, { lines: [{ item: "Oak" }], sum: 7 });
    const { user, template, canvas } = opened;
    await select(opened, 3);
    await screen.findByText("Alignment of the column");
    expect(screen.queryByText("What it prints")).toBeNull();
    await click("Add right");
    await user.click(await screen.findByRole("menuitem", { name: "An empty column" }));
    await waitFor(() => expect(canvas.querySelector("[contenteditable=true]")?.localName).toBe("th"));
    const pressTab = () => fireEvent.keyDown(canvas.querySelector("[contenteditable=true]") ?? canvas, { key: "Tab" });
    pressTab();
    await waitFor(() => expect(texts(opened, "[contenteditable=true]")).toEqual(["Oak"]));
    pressTab();
    await waitFor(() => expect(texts(opened, "td[contenteditable=true]")).toEqual([""]));
    fireEvent.keyDown(canvas.querySelector("[contenteditable=true]") ?? canvas, { key: "Escape" });
    await user.keyboard("{Control>}z{/Control}");
    await select(opened, 9);
    await isSaid(/Selected: Row/);
    await click("Add below");
    await isSaid(/Row added below. Selected: Row/);
    const added = '<tr><td>{{sum}}</td></tr>\n<tr style="height: 2em"><td></td></tr>\n';
    expect(await template.saved(opened)).toBe(html.replace("<tr><td>{{sum}}</td></tr>\n", added));
    await click("Delete the row");
    expect(await template.saved(opened)).toBe(html.replace("<tr><td>{{sum}}</td></tr>\n", added.split("\n")[1] + "\n"));
  });

  test("is left for the next cell by Tab, which adds a row below the last one", async () => {
    const html = "<table>\n<tbody>\n<tr><td>One</td><td>Two</td></tr>\n</tbody>\n</table>\n";
    const opened = await design(html);
    const { user, template, canvas } = opened;
    await select(opened, 4);
    await user.keyboard("{Enter}");
    await isSaid(/Editing the text/);
    fireEvent.keyDown(canvas.querySelector("[contenteditable=true]") ?? canvas, { key: "Tab" });
    await waitFor(() => expect(texts(opened, "td[contenteditable=true]")).toEqual([""]));
    fireEvent.keyDown(canvas.querySelector("[contenteditable=true]") ?? canvas, { key: "Escape" });
    const added = '<tr style="height: 2em"><td></td><td></td></tr>\n';
    expect(await template.saved(opened)).toBe(html.replace("</tr>\n", `</tr>\n${added}`));
  });

  test("offers a format where it fits, and Enter takes the only one", async () => {
    const opened = await design("<p>{{price | money EUR}}</p>\n", { price: 7 });
    const { user, template } = opened;
    await select(opened, 1);
    await write(opened, await field("combobox", "Add a format"), "times");
    await screen.findByText(/Needs a number, so it goes before money/);
    await user.keyboard("{Enter}");
    await reads(opened, "€");
    expect(await template.saved(opened)).toMatch(/^<p>\{\{price \| times \S+ \| money EUR\}\}<\/p>\n$/);
  });

  test("makes a text translatable, and the canvas shows the language that is chosen", async () => {
    const translations = { de: { hello: "Hallo {name}" }, en: { hello: "Hello {name}" } };
    const opened = await design("<h1>{{@t.hello}}</h1>\n<h2>For {{name}}\n</h2>", { name: "Ada" }, { translations });
    const { user, template } = opened;
    await reads(opened, "Hello Ada");
    await user.selectOptions(await field("combobox", "Language of the canvas"), "de");
    await reads(opened, "Hallo Ada");
    await select(opened, 2);
    await click("Make translatable");
    await click("Add the text");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(await template.saved(opened)).toBe("<h1>{{@t.hello}}</h1>\n<h2>{{@t.for}}\n</h2>");
    expect(template.draft.translations).toEqual({ ...translations, en: { ...translations.en, for: "For {name}" } });
  });
});

describe("data", () => {
  test("pasted into an empty page becomes the data set, and a mistake in it is named", async () => {
    const template = new EditedTemplate(gateway, { html: "" });
    const page = template.open("design");
    await loadCanvas("body");
    await click("Paste JSON");
    const box = await field("textbox", "Data of one document");
    await page.user.click(box);
    await page.user.paste('{"lines": x');
    await click("Use this data");
    await screen.findByText(/^Line 1, column 11: /);
    await page.user.clear(box);
    await page.user.paste('{"lines": [{"item": "Oak"}]}');
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    await screen.findByText(/has the pasted data\./);
    await template.saved(page);
    expect(JSON.parse(template.draft.dataSets?.[0]?.json ?? "")).toEqual({ lines: [{ item: "Oak" }] });
  });

  test("of a sample come with its source, which an empty page offers if it needs nothing of the project", async () => {
    const template = new EditedTemplate(gateway, { html: "" });
    const html = "<h1>{{number}}</h1>";
    const sample = { slug: "invoice", name: "Invoice", html, css: "h1 {}", dataSets: [{ name: "One", json: "{}" }] };
    // It needs a layout of the project.
    const offer = { ...sample, slug: "offer", name: "Offer", html: "{{< letterhead }}{{/ letterhead }}" };
    gateway.serve(operations.listSamples, { samples: [sample, offer] });
    const page = template.open("design");
    await loadCanvas("body");
    await click(/^Start from a sample/);
    fireEvent.click(await screen.findByRole("radio", { name: "Invoice" }));
    await waitFor(() => expect(screen.queryByRole("radio", { name: "Offer" })).toBeNull());
    await click("Start from this sample");
    expect(await template.saved(page)).toBe(html);
    expect(template.draft.css).toBe("h1 {}");
  });

  test("are listed as fields, which are searched, added by a form and inserted by keyboard", async () => {
    const logo = "data:image/svg+xml,<svg/>";
    const opened = await design("<p>Dear</p>\n", { name: "Ada", lines: [{ item: "Oak" }], logo });
    const { user, template } = opened;
    await click("Fields");
    await click("Add field");
    const dialog = within(await screen.findByRole("dialog"));
    await write(opened, dialog.getByRole("textbox", { name: "Name" }), "Due note");
    await write(opened, dialog.getByRole("textbox", { name: "Sample value" }), "soon");
    await user.click(dialog.getByRole("button", { name: "Add field" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    const search = await field("textbox", "Search the fields");
    await write(opened, search, "du");
    await waitFor(() => expect(screen.queryByText("Ada")).toBeNull());
    await user.clear(search);
    for (const title of ["Insert lines as a table: 1 item", "Insert logo as a picture"]) {
      act(() => screen.getByTitle(title).focus());
      await user.keyboard("{Enter}");
    }
    expect(await template.saved(opened)).toMatch(
      /^<p>Dear<\/p>\n<table [^]*\{\{#lines\}\}[^]*<\/table>\n<img src="\{\{logo\}\}"/,
    );
    expect(JSON.parse(template.draft.dataSets?.[0]?.json ?? "")).toMatchObject({ logo, dueNote: "soon" });
  });

  test("go into the text of a selected cell, and a list becomes a table below the one that is edited", async () => {
    const table = (cell: string) =>
      `<table>\n<thead><tr><th>Item</th></tr></thead>\n<tbody><tr><td>${cell}</td></tr></tbody>\n</table>\n`;
    const opened = await design(table("Oak"), { note: "solid", lines: [{ item: "Oak" }] });
    const { user, template } = opened;
    await select(opened, 6);
    await isSaid(/Selected: Cell/);
    await click("Fields");
    fireEvent.click(await screen.findByTitle("Insert note as a field: solid"));
    await reads(opened, "Oak solid");
    expect(await template.saved(opened)).toBe(table("Oak {{note}}"));
    await select(opened, 6);
    await user.keyboard("{Enter}");
    await isSaid(/Editing the text/);
    await click("Fields");
    fireEvent.click(await screen.findByTitle("Insert lines as a table: 1 item"));
    await isSaid(/Table inserted/);
    expect((await template.saved(opened)).startsWith(`${table("Oak {{note}}")}<table`)).toBe(true);
  });

  test("that lack a value are counted as in Data, by name and without those with an else, and the count leads there", async () => {
    const vip = "{{#vip}}<b>VIP</b>{{/vip}}{{^vip}}<i>Guest</i>{{/vip}}";
    const opened = await design(`<p>Dear {{nickname}}</p>\n<p>{{nickname}}</p>\n${vip}`, {});
    await click("1 missing");
    await isSaid(/Selected: Variable nickname/);
    expect(texts(opened, "platen-variable[data-platen-missing]")).toEqual(["", ""]);
  });
});
