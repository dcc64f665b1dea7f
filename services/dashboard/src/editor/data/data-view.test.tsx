import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { operations } from "@platen/contracts";
import { act, screen, waitFor, within } from "@testing-library/react";
import { startGateway } from "../../testing/open-dashboard.tsx";
import { createEditor, showInEditor } from "../../testing/show-in-editor.tsx";
import type { TemplateSource } from "../template-source.ts";
import { DataView } from "./data-view.tsx";

const gateway = startGateway();

beforeEach(() => {
  gateway.serve(operations.getTranslations.member, { languages: [] });
  gateway.serve(operations.listSnippets.member, { snippets: [] });
  gateway.serve(operations.listAssets.member, { assets: [] });
});

const dataSets = [
  { name: "Sample", json: '{"to": "Ada"}' },
  { name: "Long", json: '{"to": "Countess"}' },
];

function open(source: Partial<TemplateSource> = {}, mayEdit = true) {
  const editor = createEditor({ html: "<p>{{to}}</p>", dataSets, ...source }, mayEdit);
  const page = showInEditor(editor, <DataView />);
  return { ...page, editor, sets: () => editor.state.getState().history.present.dataSets };
}

/** The names below a title of the panel. */
async function namesBelow(title: string): Promise<string[]> {
  const panel = within(await screen.findByRole("complementary", { name: "Data usage" }));
  const heading = panel.getByRole("heading", { name: new RegExp(`^${title}`) });
  const section = within(heading.parentElement ?? document.body);
  return section.queryAllByRole("listitem").map(({ textContent }) => textContent ?? "");
}

const tab = (name: string) => screen.findByRole("tab", { name });
const text = () => screen.getByRole("textbox", { name: /^Data set/ });

async function choose(user: ReturnType<typeof open>["user"], set: string, action: string): Promise<void> {
  await user.click(await screen.findByRole("button", { name: `Actions for data set ${set}` }));
  await user.click(await screen.findByRole("menuitem", { name: action }));
}

describe("the data sets", () => {
  test("are tabs, of which the selected one shows its text and fills the template", async () => {
    const { user, editor } = open();
    expect((await tab("Sample")).getAttribute("aria-selected")).toBe("true");
    expect(text().textContent).toBe('{"to": "Ada"}');
    await user.click(await tab("Long"));
    expect(text().textContent).toBe('{"to": "Countess"}');
    expect(editor.state.getState().dataSet.value).toEqual({ to: "Countess" });
    await user.keyboard("{ArrowRight}");
    expect((await tab("Sample")).getAttribute("aria-selected")).toBe("true");
  });

  test("get another one that is empty, and is selected", async () => {
    const { user, sets } = open();
    await user.click(await screen.findByRole("button", { name: "New data set" }));
    await user.type(await screen.findByRole("textbox", { name: "Name" }), "Empty{Enter}");
    expect(sets().map(({ name }) => name)).toEqual(["Sample", "Long", "Empty"]);
    expect((await tab("Empty")).getAttribute("aria-selected")).toBe("true");
  });

  test("are copied with their data, and renamed without losing it", async () => {
    const { user, sets } = open();
    await choose(user, "Sample", "Duplicate");
    await user.type(await screen.findByRole("textbox", { name: "Name" }), "{Enter}");
    expect(sets()[2]).toEqual({ name: "Sample copy", json: '{"to": "Ada"}' });
    await choose(user, "Sample copy", "Rename");
    const name = await screen.findByRole("textbox", { name: "Name" });
    await user.clear(name);
    await user.type(name, "Short{Enter}");
    expect(sets()[2]).toEqual({ name: "Short", json: '{"to": "Ada"}' });
  });

  test("are deleted after a question, except the last one", async () => {
    const { user, sets } = open();
    await user.click(await tab("Long"));
    await choose(user, "Long", "Delete");
    await user.click(await screen.findByRole("button", { name: "Delete data set" }));
    await waitFor(() => expect(sets().map(({ name }) => name)).toEqual(["Sample"]));
    expect((await tab("Sample")).getAttribute("aria-selected")).toBe("true");
    await user.click(await screen.findByRole("button", { name: "Actions for data set Sample" }));
    expect(await screen.findByRole("menuitem", { name: "Duplicate" })).toBeTruthy();
    expect(screen.queryByRole("menuitem", { name: "Delete" })).toBeNull();
  });

  test("have a limit of 20", async () => {
    const { user } = open({ dataSets: Array.from({ length: 20 }, (_, at) => ({ name: `Set ${at}`, json: "{}" })) });
    await user.click(await screen.findByRole("button", { name: "Actions for data set Set 0" }));
    expect(await screen.findByRole("menuitem", { name: "Rename" })).toBeTruthy();
    expect(screen.queryByRole("menuitem", { name: "Duplicate" })).toBeNull();
    expect(screen.queryByRole("button", { name: "New data set" })).toBeNull();
  });

  test("a viewer can read and not change", async () => {
    open({}, false);
    await tab("Sample");
    expect(text().getAttribute("aria-readonly")).toBe("true");
    for (const name of [/New data set/, /Actions/, /Format/]) expect(screen.queryByRole("button", { name })).toBeNull();
  });

  test("a lent one stands behind them, and cannot be changed", async () => {
    const { editor, sets } = open();
    await tab("Sample");
    act(() => editor.store.lend({ name: "Document", json: '{"to": "Bob"}' }));
    expect((await tab("Document")).getAttribute("aria-selected")).toBe("true");
    expect(text().textContent).toBe('{"to": "Bob"}');
    expect(text().getAttribute("aria-readonly")).toBe("true");
    expect(screen.queryByRole("button", { name: /Actions/ })).toBeNull();
    expect(sets()).toHaveLength(2);
  });
});

describe("the form of a data set", () => {
  afterEach(() => localStorage.removeItem("platen.data-view"));

  test("changes the values in the text, which keeps its layout, and comes back on the next visit", async () => {
    const { user, sets } = open({
      dataSets: [{ name: "Sample", json: '{ "to":"Ada",\n "lines": [{"price": 1.50}] }' }],
    });
    await user.click(await screen.findByRole("radio", { name: "Form" }));
    const form = within(await screen.findByRole("region", { name: "Form of Sample" }));
    const name = form.getByRole("textbox", { name: "To" });
    await user.clear(name);
    await user.type(name, "Bob");
    expect(sets()[0]?.json).toBe('{ "to":"Bob",\n "lines": [{"price": 1.50}] }');
    expect(localStorage.getItem("platen.data-view")).toBe("form");
  });

  test("is not there for data with a mistake, and a place in the data is shown as JSON", async () => {
    const { user, editor } = open({ dataSets: [{ name: "Sample", json: '{"to": }' }] });
    await user.click(await screen.findByRole("radio", { name: "Form" }));
    expect(await screen.findByText(/^The JSON has a mistake/)).toBeTruthy();
    act(() => editor.show({ part: "data", offset: 7 }));
    expect(text().textContent).toBe('{"to": }');
  });
});

describe("the text of a data set", () => {
  test("is formatted, unless it has a mistake", async () => {
    const { user, editor, sets } = open();
    await tab("Sample");
    await user.click(screen.getByRole("button", { name: /Format/ }));
    expect(sets()[0]?.json).toBe('{\n  "to": "Ada"\n}');
    act(() => editor.change({ dataSets: [{ name: "Sample", json: '{"to": ' }] }));
    await user.click(screen.getByRole("button", { name: /Format/ }));
    expect(await screen.findByText("Not formatted: fix the mistake in the JSON first.")).toBeTruthy();
    expect(sets()[0]?.json).toBe('{"to": ');
  });
});

describe("the use of the data", () => {
  test("lists what the data lack, what is never used and what is used, with its places", async () => {
    open({
      html: "<p>{{to}}</p>{{#lines}}<p>{{name}}</p>{{/lines}}{{due}}",
      dataSets: [{ name: "Sample", json: '{"to": "Ada", "lines": [{"name": "Oak"}], "left": 1}' }],
    });
    expect(await namesBelow("Missing")).toEqual(["due"]);
    expect(await namesBelow("Never used")).toEqual(["left"]);
    expect(await namesBelow("Used")).toEqual(["to", "#lines", "name in lines"]);
  });

  test("offers the value that a missing name may mean, and adds a sample value for each missing name", async () => {
    const { user, sets } = open({
      html: "<p>{{vatNumber}}{{total | number 2}}</p>",
      dataSets: [{ name: "Sample", json: '{\n  "customer": { "vat_number": "1" }\n}' }],
    });
    await screen.findByText("customer.vat_number", { selector: "aside code" });
    await user.click(screen.getByRole("button", { name: "Add the missing values" }));
    expect(sets()[0]?.json).toBe(
      '{\n  "customer": { "vat_number": "1" },\n  "vatNumber": "Vat number",\n  "total": 1\n}',
    );
    await waitFor(() => expect(screen.queryByRole("button", { name: "Add the missing values" })).toBeNull());
  });

  test("leads to the first tag of a name, and to a value that is never used", async () => {
    const { user, editor } = open({
      html: "<p>{{due}}</p>",
      dataSets: [{ name: "Sample", json: '{"to": "Ada"}' }],
    });
    await user.click(await screen.findByRole("button", { name: "due" }));
    expect(editor.state.getState().position).toEqual({ part: "html", offset: 3 });
    await user.click(screen.getByRole("button", { name: "to" }));
    expect(editor.state.getState().position).toEqual({ part: "data", offset: 1 });
  });

  test("keeps the last whole template while a tag is being typed", async () => {
    const { editor } = open();
    expect(await namesBelow("Used")).toEqual(["to"]);
    act(() => editor.change({ html: "<p>{{due</p>" }));
    expect(await namesBelow("Used")).toEqual(["to"]);
    act(() => editor.change({ html: "<p>{{to}}{{due}}</p>" }));
    await waitFor(async () => expect(await namesBelow("Missing")).toEqual(["due"]));
  });
});
