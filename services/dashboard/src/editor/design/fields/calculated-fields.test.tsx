import { beforeEach, expect, test } from "@jest/globals";
import { operations, type CalculatedField } from "@platen/contracts";
import { act, screen, waitFor, within } from "@testing-library/react";
import { choose, errorOf, startGateway } from "../../../testing/open-dashboard.tsx";
import { showInDesign } from "../../../testing/show-in-editor.tsx";
import { FieldsPanel } from "./fields-panel.tsx";

const gateway = startGateway();
beforeEach(() => {
  gateway.serve(operations.getTranslations.member, { defaultLocale: "en", languages: [] });
  gateway.serve(operations.listAssets.member, { assets: [] });
  gateway.serve(operations.listSnippets.member, { snippets: [] });
});

const json = '{"lines": [{"item": "Oak", "price": "1.50", "quantity": 2}, {"price": 0.1, "quantity": 3}], "rate": 21}';
const subtotal = { name: "subtotal", formula: "sum(lines, price × quantity)" };

function open(calculated: CalculatedField[] = [], text = json) {
  const settings = { currency: "EUR", ...(calculated.length > 0 && { calculated }) };
  const source = { html: "<p>a</p>", settings, dataSets: [{ name: "Sample", json: text }] };
  const page = showInDesign(source, <FieldsPanel />);
  const present = () => page.editor.state.getState().history.present;
  return { ...page, html: () => present().html, settings: () => present().settings };
}

const group = async () => within(await screen.findByRole("region", { name: "Calculated fields" }));

async function openDialog(user: ReturnType<typeof open>["user"]) {
  await user.click((await group()).getByRole("button", { name: "Add calculated field" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Add a calculated field" }));
  const field = (name: string) => dialog.getByRole("textbox", { name });
  const add = () => user.click(dialog.getByRole("button", { name: "Add calculated field" }));
  return { dialog, name: field("Name"), formula: field("Formula"), add };
}

test("a calculated field is added with its value in view, and a click inserts it as a field", async () => {
  const { user, html, settings } = open();
  const { dialog, name, formula, add } = await openDialog(user);
  await user.type(name, "subtotal");
  await user.type(formula, subtotal.formula);
  expect(dialog.getByRole("status").textContent).toBe("= 3.3 with “Sample”");
  await add();
  await waitFor(() => expect(settings()).toEqual({ currency: "EUR", calculated: [subtotal] }));
  const button = await (await group()).findByRole("button", { name: "subtotal3.3" });
  await user.click(button);
  expect(html()).toContain("<p>{{subtotal}}</p>");
});

test("calculated fields are not among the fields of the data, and the search finds them too", async () => {
  const { user } = open([subtotal, { name: "vat", formula: "subtotal × rate %" }]);
  const { getByRole } = await group();
  expect(getByRole("button", { name: "vat0.693" })).toBeTruthy();
  expect(screen.getAllByRole("button", { name: /^vat/ })).toHaveLength(1);
  await user.type(screen.getByRole("textbox", { name: "Search the fields" }), "sum(");
  expect((await group()).getAllByRole("listitem")).toHaveLength(1);
});

test.each([
  ["subtotal ×", "At the end: A number or a name must follow."],
  ["summ(lines, price)", "At “summ(lines, price)”: A formula has no function of this name. Did you mean sum?"],
  ["1 + total", "At “total”: The fields need each other: total → total. Leave one of them out of a formula."],
  ["net", "The fields need each other: net → total → net. Leave one of them out of a formula."],
])("the formula %s is refused at its place", async (written, message) => {
  const { user, settings } = open([subtotal, { name: "net", formula: "total / 1.21" }]);
  const { name, formula, add } = await openDialog(user);
  await user.type(name, "total");
  await user.type(formula, written);
  await add();
  await waitFor(() => expect(errorOf(formula)).toContain(message.replace("At “total”: ", "")));
  expect(document.activeElement).toBe(formula);
  expect(settings().calculated).toHaveLength(2);
});

test.each([
  ["", "Must not be empty."],
  ["a.b", "Use letters, digits and _, beginning with a letter."],
  ["true", "Use letters, digits and _, beginning with a letter."],
  ["subtotal", "Another calculated field has this name."],
])("a calculated field of the name “%s” is refused at its name", async (written, message) => {
  const { user, settings } = open([subtotal]);
  const { name, formula } = await openDialog(user);
  await user.type(formula, "1");
  await user.type(name, `${written}{Enter}`);
  await waitFor(() => expect(errorOf(name)).toBe(message));
  expect(settings().calculated).toEqual([subtotal]);
});

test("a calculated field is edited and deleted, and without any the settings have none", async () => {
  const { user, settings } = open([subtotal]);
  await choose(user, "subtotal", "Edit");
  const dialog = within(await screen.findByRole("dialog", { name: "Edit the calculated field" }));
  const formula = dialog.getByRole("textbox", { name: "Formula" });
  await user.clear(formula);
  await user.type(formula, "count(lines){Enter}");
  await waitFor(() => expect(settings().calculated).toEqual([{ name: "subtotal", formula: "count(lines)" }]));
  await choose(user, "subtotal", "Delete");
  await user.click(await screen.findByRole("button", { name: "Delete field" }));
  expect(settings()).toEqual({ currency: "EUR" });
});

test("the names of the data are written into the formula, those with blanks in brackets", async () => {
  const { user } = open([], '{"unit price": 4, "lines": [{"price": "1.50", "item": "Oak"}]}');
  const { dialog, formula } = await openDialog(user);
  const names = within(dialog.getByRole("group", { name: "Names for the formula" })).getAllByRole("button");
  expect(names.map(({ textContent }) => textContent)).toEqual(["[unit price]", "lines", "price of lines"]);
  await user.type(formula, "2 ×");
  await user.click(dialog.getByRole("button", { name: "[unit price]" }));
  expect((formula as HTMLTextAreaElement).value).toBe("2 × [unit price]");
  expect(dialog.getByRole("status").textContent).toBe("= 8 with “Sample”");
});

test("a calculated field without a value and one that replaces other data say so", async () => {
  open([subtotal, { name: "vat", formula: "subtotal × vatRate %" }, { name: "rate", formula: "9" }]);
  const { getByText } = await group();
  expect(getByText(/^The data has no "vatRate", so the calculated field "vat" has no value/)).toBeTruthy();
  expect(getByText(/^The data has another "rate" than the template calculates/)).toBeTruthy();
});

test("a calculated field is renamed with the tags and formulas that read it", async () => {
  const page = open([subtotal, { name: "vat", formula: "subtotal × rate %" }]);
  act(() => page.editor.change({ html: "<p>{{subtotal | money}}</p>" }));
  await choose(page.user, "subtotal", "Edit");
  const dialog = within(await screen.findByRole("dialog", { name: "Edit the calculated field" }));
  const name = dialog.getByRole("textbox", { name: "Name" });
  await page.user.clear(name);
  await page.user.type(name, "rate{Enter}");
  expect(errorOf(name)).toBe("There is a field rate already.");
  await page.user.clear(name);
  await page.user.type(name, "net{Enter}");
  await waitFor(() => expect(page.html()).toBe("<p>{{net | money}}</p>"));
  expect(page.settings().calculated).toEqual([
    { ...subtotal, name: "net" },
    { name: "vat", formula: "net × rate %" },
  ]);
});
