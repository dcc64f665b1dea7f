import { expect, test } from "@jest/globals";
import { screen, within } from "@testing-library/react";
import { errorOf, startGateway } from "../../../testing/open-dashboard.tsx";
import { showInDesign } from "../../../testing/show-in-editor.tsx";
import { FieldsPanel } from "./fields-panel.tsx";

startGateway();

const json = '{"to": {"name": "Ada"}, "lines": [{"item": "Oak", "price": 1.50}]}';

function open(text = json) {
  const page = showInDesign({ html: "<p>a</p>", dataSets: [{ name: "Sample", json: text }] }, <FieldsPanel />);
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

test("a field is added to the document, to an object, or to each item of a list", async () => {
  const { user, data } = open();
  await user.click(await screen.findByRole("button", { name: "Add field" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Add a field" }));
  await user.type(dialog.getByRole("textbox", { name: "Name of the field" }), "amount");
  await user.selectOptions(dialog.getByRole("combobox", { name: "Kind" }), "Number");
  await user.type(dialog.getByRole("textbox", { name: "Sample value" }), "2.5");
  await user.selectOptions(dialog.getByRole("combobox", { name: "Part of" }), "each of lines");
  await user.click(dialog.getByRole("button", { name: "Add field" }));
  expect(data()).toBe(json.replace("1.50}", '1.50, "amount": 2.5}'));
  expect(await shownNames()).toContain("amount");
});

test.each([
  ["", "Must not be empty."],
  ["a.b", "Use letters, digits, - and _, beginning with a letter."],
  ["to", "The data has this field already, or a mistake that the Data view shows."],
])("a field of the name “%s” is refused at its name", async (name, message) => {
  const { user, data } = open();
  await user.click(await screen.findByRole("button", { name: "Add field" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Add a field" }));
  const field = dialog.getByRole("textbox", { name: "Name of the field" });
  await user.type(field, `${name}{Enter}`);
  expect(errorOf(field)).toBe(message);
  expect(data()).toBe(json);
});

test("data without fields say so", async () => {
  open("{}");
  expect(await screen.findByText("The data has no fields yet.")).toBeTruthy();
});
