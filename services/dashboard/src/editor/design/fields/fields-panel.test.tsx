import { beforeEach, expect, test } from "@jest/globals";
import { operations } from "@platen/contracts";
import { act, screen, waitFor, within } from "@testing-library/react";
import { choose, errorOf, startGateway } from "../../../testing/open-dashboard.tsx";
import { showInDesign } from "../../../testing/show-in-editor.tsx";
import type { TemplateSource } from "../../template-source.ts";
import { FieldsPanel } from "./fields-panel.tsx";

const gateway = startGateway();
beforeEach(() => {
  gateway.serve(operations.getTranslations.member, { defaultLocale: "en", languages: [] });
  gateway.serve(operations.listAssets.member, { assets: [] });
  gateway.serve(operations.listSnippets.member, { snippets: [] });
});

const json = '{"to": {"name": "Ada"}, "lines": [{"item": "Oak", "price": 1.50}]}';

function open(text = json, settings: TemplateSource["settings"] = {}, isEditable = true) {
  const dataSets = [{ name: "Sample", json: text }];
  const page = showInDesign({ html: "<p>a</p>", settings, dataSets }, <FieldsPanel />, isEditable);
  const source = () => page.editor.state.getState().history.present;
  return { ...page, html: () => source().html, data: () => source().dataSets[0]?.json };
}

/** The names that the tree shows, from top to bottom. */
async function shownNames(): Promise<string[]> {
  const panel = within(await screen.findByRole("complementary", { name: "Fields" }));
  return panel.queryAllByRole("listitem").map((item) => item.querySelector("span")?.textContent ?? "");
}

test("the fields are a tree with their examples, which a search narrows to those that it finds and those around them", async () => {
  const { user } = open();
  expect(await shownNames()).toEqual(["to", "name", "lines", "item", "price"]);
  const search = screen.getByRole("textbox", { name: "Search the fields" });
  await user.type(search, "OAK");
  expect(await shownNames()).toEqual(["lines", "item"]);
  await user.type(search, "x");
  expect(await screen.findByText("No field has this name.")).toBeTruthy();
});

test("a click inserts a value as a field and a list as a table", async () => {
  const { user, html } = open();
  await user.click(await screen.findByRole("button", { name: /^name/ }));
  expect(html()).toContain("<p>{{to.name}}</p>");
  await user.click(screen.getByRole("button", { name: /^lines/ }));
  expect(html()).toContain("{{#lines}}");
});

async function openDialog(user: ReturnType<typeof open>["user"]) {
  await user.click(await screen.findByRole("button", { name: "Add field" }));
  return within(await screen.findByRole("dialog", { name: "Add fields" }));
}

const nameIn = (dialog: Awaited<ReturnType<typeof openDialog>>) => dialog.getByRole("textbox", { name: "Name" });

test("a double click inserts a value once", async () => {
  const { user, html } = open();
  await user.dblClick(await screen.findByRole("button", { name: /^name/ }));
  expect(html().split("{{to.name}}")).toHaveLength(2);
});

test("a field is added to the document, to an object, or to each item of a list", async () => {
  const { user, data } = open();
  const dialog = await openDialog(user);
  await user.type(nameIn(dialog), "amount");
  await user.selectOptions(dialog.getByRole("combobox", { name: "Kind" }), "Number");
  await user.type(dialog.getByRole("textbox", { name: "Sample value" }), "2.5");
  await user.selectOptions(dialog.getByRole("combobox", { name: "Part of" }), "each of lines");
  await user.click(dialog.getByRole("button", { name: "Add field" }));
  await waitFor(() => expect(data()).toBe(json.replace("1.50}", '1.50, "amount": 2.5}')));
  expect(await shownNames()).toContain("amount");
});

test("words name fields and groups, tell their kinds, and Enter adds one after the other", async () => {
  const { user, data } = open("{}");
  const dialog = await openDialog(user);
  await user.type(nameIn(dialog), "Invoice number");
  expect(dialog.getByText("invoiceNumber")).toBeTruthy();
  await user.keyboard("{Enter}");
  expect(await dialog.findByText("Added: invoiceNumber")).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(nameIn(dialog)));
  await user.keyboard("Unit price");
  expect(dialog.getByRole<HTMLSelectElement>("combobox", { name: "Kind" }).value).toBe("money");
  await user.keyboard("{Enter}");
  await dialog.findByText("Added: invoiceNumber, unitPrice");
  await user.keyboard("Customer: Name{Enter}");
  await dialog.findByText("Added: invoiceNumber, unitPrice, customer.name");
  await user.keyboard("Lines");
  await user.type(dialog.getByRole("textbox", { name: "Columns" }), "Item, Quantity");
  await user.click(dialog.getByRole("button", { name: "Add field" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(JSON.parse(data() ?? "")).toEqual({
    invoiceNumber: "Invoice number",
    unitPrice: 100,
    customer: { name: "Name" },
    lines: [{ item: "Item", quantity: 1 }],
  });
});

test("cells of a sheet that are pasted as a name add several fields with their samples in one step to undo", async () => {
  const { user, data, editor } = open();
  const dialog = await openDialog(user);
  await user.click(nameIn(dialog));
  await user.paste("Number\tDue\tTo: Name\n2031\t2026-12-24\tGrace");
  const found = within(await dialog.findByRole("region", { name: "Fields that were found" }));
  expect(found.getByText("The data has this field already, or a mistake that the Data view shows.")).toBeTruthy();
  await user.selectOptions(found.getByRole("combobox", { name: "Kind of number" }), "Number");
  await user.click(dialog.getByRole("button", { name: "Add 2 fields" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(data()).toBe(json.replace("}]}", '}], "number": 1, "due": "2026-12-24"}'));
  act(() => editor.undo());
  expect(data()).toBe(json);
});

test("several rows of a sheet become one list", async () => {
  const { user, data } = open("{}");
  const dialog = await openDialog(user);
  await user.click(nameIn(dialog));
  await user.paste("Item\tPrice\nOak\t12.50\nAsh\t40");
  const name = await dialog.findByRole("textbox", { name: "Name of the list" });
  await user.clear(name);
  await user.type(name, "Order lines{Enter}");
  await waitFor(() =>
    expect(JSON.parse(data() ?? "")).toEqual({
      orderLines: [
        { item: "Oak", price: 12.5 },
        { item: "Ash", price: 40 },
      ],
    }),
  );
});

test.each([
  ["", "Must not be empty."],
  ["*", "Use letters or digits, such as Invoice number."],
  ["To", "The data has this field already, or a mistake that the Data view shows."],
  ["vat", "A calculated field has this name."],
])("a field of the name “%s” is refused at its name", async (name, message) => {
  const { user, data } = open(json, { calculated: [{ name: "vat", formula: "1" }] });
  const dialog = await openDialog(user);
  const field = nameIn(dialog);
  await user.type(field, `${name}{Enter}`);
  expect(errorOf(field)).toBe(message);
  expect(data()).toBe(json);
});

test("a person who may not edit can insert nothing new into the data", async () => {
  open(json, {}, false);
  expect(await shownNames()).toContain("item");
  expect(screen.queryByRole("button", { name: "Add field" })).toBeNull();
});

test("a sample value is changed in place by keyboard, a wrong one is not kept, and yes becomes no", async () => {
  const { user, data } = open('{"due": true, "lines": [{"price": 1.50}]}');
  await user.click(await screen.findByRole("button", { name: "Sample value of price: 1.5" }));
  const field = () => screen.getByRole("textbox", { name: "Sample value of price" });
  await user.clear(field());
  await user.type(field(), "much{Enter}");
  expect(field().getAttribute("aria-invalid")).toBe("true");
  await user.keyboard("{Escape}");
  const sample = screen.getByRole("button", { name: "Sample value of price: 1.5" });
  expect(document.activeElement).toBe(sample);
  await user.click(sample);
  await user.clear(field());
  await user.type(field(), "€1,234.50{Enter}");
  await user.click(screen.getByRole("button", { name: "Sample value of due: yes" }));
  expect(data()).toBe('{"due": false, "lines": [{"price": 1234.5}]}');
});

test("a field is renamed in everything that reads it, in one step to undo", async () => {
  const { user, editor, data, html } = open(json, { footer: "{{to.name}}" });
  const source = { html: "<p>{{#to}}{{name}}{{/to}}{{@t.dear}}</p>", translations: { en: { dear: "Dear {to.name}" } } };
  act(() => editor.change(source));
  await choose(user, "to.name", "Rename");
  const dialog = within(await screen.findByRole("dialog", { name: "Rename name" }));
  expect(within(dialog.getByRole("region", { name: "Uses" })).getAllByRole("listitem")).toHaveLength(3);
  const name = dialog.getByRole("textbox", { name: "Name" });
  await user.clear(name);
  await user.type(name, "Full name{Enter}");
  await waitFor(() => expect(data()).toBe(json.replace('"name"', '"fullName"')));
  expect(html()).toBe("<p>{{#to}}{{fullName}}{{/to}}{{@t.dear}}</p>");
  const { settings, translations } = editor.state.getState().history.present;
  expect([settings.footer, translations]).toEqual(["{{to.fullName}}", { en: { dear: "Dear {to.fullName}" } }]);
  act(() => editor.undo());
  expect([data(), html()]).toEqual([json, source.html]);
});

test("a name that would mean two fields is refused with the reason", async () => {
  const { user, editor, data } = open('{"number": 1, "lines": [{"price": 2}]}');
  act(() => editor.change({ html: "{{#lines}}{{number}}{{/lines}}" }));
  await choose(user, "number", "Rename");
  const name = await screen.findByRole("textbox", { name: "Name" });
  await user.clear(name);
  await user.type(name, "price{Enter}");
  expect(errorOf(name)).toBe("“price” would mean another field in the body, line 1. Choose another name.");
  expect(data()).toContain('"number"');
});

test("a field is deleted once its uses were listed", async () => {
  const { user, editor, data } = open();
  act(() => editor.change({ html: "<p>{{to.name}}</p>\n{{to.name}}{{to.name}}" }));
  await choose(user, "to", "Delete");
  const uses = within(await screen.findByRole("region", { name: "Uses" }));
  expect(uses.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
    "the body, line 1",
    "the body, line 2, 2 times",
  ]);
  await user.click(screen.getByRole("button", { name: "Delete field" }));
  await waitFor(() => expect(data()).toBe(json.replace('"to": {"name": "Ada"}, ', "")));
});

test("the items of a list are edited as rows of a sheet", async () => {
  const { user, data } = open();
  await choose(user, "lines", "Edit the rows");
  const dialog = within(await screen.findByRole("dialog", { name: "Rows of lines" }));
  await user.click(dialog.getByRole("button", { name: /^Add / }));
  await waitFor(() =>
    expect(data()).toBe(
      json
        .replace("1.50}", '1.5},{"item":"","price":null}')
        .replace('{"item": "Oak", "price": ', '{"item":"Oak","price":'),
    ),
  );
});

test("data without fields say so", async () => {
  open("{}");
  expect(await screen.findByText("The data has no fields yet.")).toBeTruthy();
});
