import { expect, test } from "@jest/globals";
import { parseObject } from "@platen/template-source";
import { screen, within } from "@testing-library/react";
import { useState } from "react";
import { errorOf, show, startGateway } from "../testing/open-dashboard.tsx";
import { DataForm, type FieldNotes } from "./data-form.tsx";

startGateway();

/** Shows the form over data, and tells the data as JSON. */
function open(json: string, given: { calculated?: readonly string[]; notes?: FieldNotes; follows?: boolean } = {}) {
  const example = parseObject(json) ?? {};
  let current = example;
  const { follows = false, ...props } = given;
  function Filled() {
    const [value, setValue] = useState(example);
    current = value;
    return <DataForm {...props} example={follows ? value : example} value={value} onChange={setValue} />;
  }
  return { ...show(<Filled />), json: () => JSON.stringify(current) };
}
const textField = (name: string) => screen.findByRole<HTMLInputElement>("textbox", { name });

test("texts, dates, truth values and the fields of groups are changed, and all other data stay as they are", async () => {
  const { user, json } = open(
    '{"customer":{"name":"Ada","city":"Bern"},"dueDate":"2026-01-31","isPaid":false,"total":1,"id":12345678901234567890}',
    { calculated: ["total"] },
  );
  const name = await textField("Name");
  expect(screen.getByRole("group", { name: "Customer" }).contains(name)).toBe(true);
  await user.clear(name);
  await user.type(name, "Bo");
  await user.click(screen.getByRole("checkbox", { name: "Is paid" }));
  const due = screen.getByLabelText<HTMLInputElement>("Due date");
  expect(due.type).toBe("date");
  await user.clear(due);
  await user.type(due, "2026-02-28");
  expect(screen.queryByRole("textbox", { name: "Total" })).toBeNull();
  expect(json()).toBe(
    '{"customer":{"name":"Bo","city":"Bern"},"dueDate":"2026-02-28","isPaid":true,"total":1,"id":12345678901234567890}',
  );
});

test("a number stays as it is typed and keeps its digits, and a text that is not a number is told", async () => {
  const { user, json } = open('{"price":1.5}');
  const price = await textField("Price");
  await user.clear(price);
  expect(json()).toBe('{"price":null}');
  await user.type(price, "12345678901234567.50");
  expect([price.value, json()]).toEqual(["12345678901234567.50", '{"price":12345678901234567.50}']);
  await user.type(price, " or so");
  expect(errorOf(price)).toBe("Write a number, such as 1234.50.");
  expect(json()).toBe('{"price":"12345678901234567.50 or so"}');
});

test("a list is a sheet: Enter goes down and adds a row, and a deleted row gives the focus to the next", async () => {
  const { user, json } = open(
    '{"lines":[{"name":"Oak","price":2,"size":{"cm":90}},{"name":"Elm","price":3,"size":{"cm":80}}]}',
  );
  const sheet = within(await screen.findByRole("table", { name: "Lines" }));
  expect(sheet.getAllByRole("columnheader").map(({ textContent }) => textContent)).toEqual([
    "",
    "Name",
    "Price",
    "Size: Cm",
    "",
  ]);
  await user.click(sheet.getByRole("textbox", { name: "Price, row 1" }));
  await user.keyboard("{Enter}{Enter}");
  const added = sheet.getByRole("textbox", { name: "Price, row 3" });
  expect(document.activeElement).toBe(added);
  await user.type(added, "4{ArrowUp}");
  expect(document.activeElement).toBe(sheet.getByRole("textbox", { name: "Price, row 2" }));
  await user.click(sheet.getByRole("button", { name: "Delete row 1 of Lines" }));
  expect(document.activeElement).toBe(sheet.getByRole("textbox", { name: "Name, row 1" }));
  expect(json()).toBe('{"lines":[{"name":"Elm","price":3,"size":{"cm":80}},{"name":"","price":4,"size":{"cm":null}}]}');
});

test("rows of a spreadsheet are pasted into the cell with the caret, and one value is pasted as text", async () => {
  const { user, json } = open('{"tags":["new"],"lines":[{"name":"Oak","price":2}]}');
  await user.click(await screen.findByRole("textbox", { name: "Name, row 1" }));
  await user.paste("Name\tPrice\nElm\t3.5\nAsh\t4\n");
  await user.click(screen.getByRole("textbox", { name: "Tags, row 1" }));
  await user.paste("er");
  expect(json()).toBe('{"tags":["newer"],"lines":[{"name":"Elm","price":3.5},{"name":"Ash","price":4}]}');
});

test("a list whose items have lists is a form for each item", async () => {
  const { user, json } = open('{"orders":[{"number":"7","lines":[{"name":"Oak"}]}]}');
  await user.click(await screen.findByRole("button", { name: "Add to Orders" }));
  const second = within(screen.getByRole("group", { name: /Orders 2/ }));
  await user.type(second.getByRole("textbox", { name: "Number" }), "8");
  await user.click(second.getByRole("button", { name: "Add row" }));
  await user.click(
    within(screen.getByRole("group", { name: /Orders 1/ })).getByRole("button", { name: "Delete Orders 1" }),
  );
  expect(json()).toBe('{"orders":[{"number":"8","lines":[{"name":""}]}]}');
});

test("over data that are their own example, a field keeps its kind and a list its columns when they are emptied", async () => {
  const { user, json } = open('{"amount":5,"lines":[{"name":"Oak","price":2}]}', { follows: true });
  const amount = await textField("Amount");
  await user.clear(amount);
  await user.click(screen.getByRole("button", { name: "Delete row 1 of Lines" }));
  await user.click(screen.getByRole("button", { name: "Add row" }));
  await user.type(screen.getByRole("textbox", { name: "Price, row 1" }), "3");
  await user.type(amount, "6");
  expect(json()).toBe('{"amount":6,"lines":[{"name":"","price":3}]}');
});

test("what the document lacks stands at its field", async () => {
  const notes = new Map([
    ["customer.name", "The data has no value."],
    ["lines[].price", "Not a number."],
  ]);
  open('{"customer":{"name":""},"lines":[{"price":2}]}', { notes });
  const name = await textField("Name");
  const described = (name.getAttribute("aria-describedby") ?? "")
    .split(" ")
    .map((id) => document.getElementById(id)?.textContent);
  expect(described).toContain("The data has no value.");
  expect(screen.getByRole("group", { name: "Lines" }).textContent).toContain("Price: Not a number.");
});
