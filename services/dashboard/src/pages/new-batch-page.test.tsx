import { beforeEach, expect, test } from "@jest/globals";
import { operations } from "@platen/contracts";
import { screen, waitFor } from "@testing-library/react";
import { paths } from "../paths.ts";
import { openDashboard, projectId, startGateway, templateId } from "../testing/open-dashboard.tsx";

const gateway = startGateway();
const batchId = "bat_01jd3k8v7n2q4r6s8t0v2w4x6z";
const address = paths.newBatch({ projectId });
const csv = (text: string) => new File([text], "payslips.csv", { type: "text/csv" });
const templateField = () => screen.findByRole("combobox", { name: "Template" });

beforeEach(() => {
  gateway.serve(operations.listTemplates.member, {
    templates: [
      { templateId, name: "Payslip", version: 2 },
      { name: "Draft", version: null },
    ],
    pagination: { total: 2 },
  });
  gateway.serve(operations.getVersion.member, {
    dataSets: [{ name: "Sample", json: '{"name":"Anna","hours":12,"place":{"city":"Bern"}}' }],
  });
  // A page is drawn in a browser. Here, the request for it counts.
  gateway.refuse(operations.previewTemplate, { code: "queue.full" });
});

async function choose(user: ReturnType<typeof openDashboard>["user"], text: string): Promise<void> {
  await screen.findByRole("option", { name: "Payslip, version 2" });
  await user.selectOptions(await templateField(), templateId);
  const input = document.querySelector<HTMLInputElement>("input[type=file]");
  if (!input) throw new Error("the page has no field for a file");
  await user.upload(input, csv(text));
}

test("only published templates can be chosen", async () => {
  openDashboard(address);
  await screen.findByRole("option", { name: "Payslip, version 2" });
  expect(screen.queryByRole("option", { name: /Draft/ })).toBeNull();
});

test("columns find their fields, the first row is shown as its page and as it is sent, and the file becomes a batch that starts", async () => {
  let rowCount = 0;
  gateway.serve(operations.createBatch.member, { batchId });
  gateway.serve(operations.getBatch.member, () => ({ batchId, rowCount }));
  gateway.serve(operations.addBatchRows.member, () => ({ batchId, rowCount: (rowCount = 2) }));
  gateway.serve(operations.startBatch.member, { batchId });
  gateway.serve(operations.listBatchDeliveries.member, { deliveries: [] });
  gateway.serve(operations.listDocuments.member, { documents: [] });
  const { user, address: current } = openDashboard(address);
  await choose(user, "name,hours,city\nBen,7.5,Bern\nCleo,8,Genf\n");
  expect(await screen.findByText("The batch makes 2 documents. No row is left out.")).toBeTruthy();
  await waitFor(() =>
    expect(gateway.requestsOf(operations.previewTemplate).at(-1)).toMatchObject({
      params: { templateId },
      body: { version: 2, data: { name: "Ben", hours: 7.5, place: { city: "Bern" } } },
    }),
  );
  await user.click(screen.getByRole("radio", { name: "Data" }));
  expect(screen.getByText(/"name": "Ben"/).textContent).toContain('"hours": 7.5');
  await user.selectOptions(screen.getByRole("combobox", { name: "Reference" }), "name");
  await user.click(screen.getByRole("button", { name: "Send and start" }));
  await waitFor(() => expect(current()).toBe(paths.batch({ projectId, batchId })));
  expect(gateway.requestsOf(operations.createBatch.member).map(({ body }) => body)).toEqual([
    expect.objectContaining({ templateId, version: 2, name: "payslips" }),
  ]);
  const [sent] = gateway.requestsOf(operations.addBatchRows.member);
  // `as`: the page sends the rows whole, and the type is that of a stream.
  const rows = new TextDecoder()
    .decode(sent?.bytes as unknown as Uint8Array)
    .trim()
    .split("\n");
  expect(rows.map((row) => JSON.parse(row) as unknown)).toEqual([
    { reference: "Ben", data: expect.objectContaining({ name: "Ben", hours: 7.5 }) },
    { reference: "Cleo", data: expect.objectContaining({ name: "Cleo", hours: 8 }) },
  ]);
});

test("any document of the file is shown before it is sent, by its number or one after the other", async () => {
  const { user } = openDashboard(address);
  const names = Array.from({ length: 45 }, (_, row) => `Ben ${row + 1}`);
  await choose(user, `name,hours\n${names.map((name) => `${name},8`).join("\n")}\n`);
  const number = await screen.findByRole<HTMLInputElement>("textbox", { name: "Number of the document" });
  await user.click(screen.getByRole("radio", { name: "Data" }));
  expect(screen.getByText(/"name": "Ben 1"/)).toBeTruthy();
  expect(screen.getByText("of 45")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Next document" }));
  expect(await screen.findByText(/"name": "Ben 2"/)).toBeTruthy();
  await user.clear(number);
  await user.type(number, "45");
  expect(await screen.findByText(/"name": "Ben 45"/)).toBeTruthy();
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Next document" }).disabled).toBe(true);
});

const countLines = (bytes: unknown) =>
  new TextDecoder()
    // `as`: the page sends the rows whole, and the type is that of a stream.
    .decode(bytes as Uint8Array)
    .trim()
    .split("\n").length;

/** Starts a batch, and returns the data of its rows. */
async function sendRows({ user, address: current }: ReturnType<typeof openDashboard>): Promise<unknown[]> {
  let rowCount = 0;
  gateway.serve(operations.createBatch.member, { batchId });
  gateway.serve(operations.getBatch.member, () => ({ batchId, rowCount }));
  gateway.serve(operations.addBatchRows.member, ({ bytes }) => ({ batchId, rowCount: (rowCount = countLines(bytes)) }));
  gateway.serve(operations.startBatch.member, { batchId });
  gateway.serve(operations.listBatchDeliveries.member, { deliveries: [] });
  gateway.serve(operations.listDocuments.member, { documents: [] });
  const button = await screen.findByRole<HTMLButtonElement>("button", { name: "Send and start" });
  await waitFor(() => expect(button.disabled).toBe(false));
  await user.click(button);
  await waitFor(() => expect(current()).toBe(paths.batch({ projectId, batchId })));
  const [sent] = gateway.requestsOf(operations.addBatchRows.member);
  // `as`: the page sends the rows whole, and the type is that of a stream.
  const lines = new TextDecoder()
    .decode(sent?.bytes as unknown as Uint8Array)
    .trim()
    .split("\n");
  return lines.map((line) => (JSON.parse(line) as { data: unknown }).data);
}

test("fields without a column are named before anything is sent, and get a value for all rows or are left empty", async () => {
  const json = JSON.stringify({
    name: "Anna",
    issuer: { name: "Acme", year: 1999 },
    title: "Course",
    signatures: [{ name: "Eve" }],
  });
  gateway.serve(operations.getVersion.member, { dataSets: [{ name: "Sample", json }] });
  const page = openDashboard(address);
  const { user } = page;
  await choose(user, "name\nBen\n");
  expect(
    await screen.findByText(
      "4 fields of the template have no column: issuer.name, issuer.year, title, and signatures.",
    ),
  ).toBeTruthy();
  const choiceOf = (path: string) => screen.getByRole("combobox", { name: `Without a column: ${path}` });
  await user.selectOptions(choiceOf("issuer.name"), "One value for all rows");
  const name = screen.getByRole<HTMLInputElement>("textbox", { name: "Value of issuer.name" });
  expect(name.value).toBe("Acme");
  await user.clear(name);
  await user.type(name, "Platen");
  await user.selectOptions(choiceOf("issuer.year"), "One value for all rows");
  const year = screen.getByRole("textbox", { name: "Value of issuer.year" });
  await user.clear(year);
  expect(screen.getByText("Correct the values of the fields without a column.")).toBeTruthy();
  await user.type(year, "2001");
  await user.selectOptions(choiceOf("signatures"), "One value for all rows");
  await user.click(screen.getByRole("button", { name: "Leave the others empty" }));
  expect(screen.queryByText(/have no column/)).toBeNull();
  const signatures = [{ name: "Eve" }];
  expect(await sendRows(page)).toEqual([
    { name: "Ben", issuer: { name: "Platen", year: 2001 }, title: "", signatures },
  ]);
});

test("a field without a column and without a choice is sent without a value, so that its documents have a warning", async () => {
  const page = openDashboard(address);
  await choose(page.user, "name,city\nBen,Bern\n");
  expect(await screen.findByText("1 field of the template has no column: hours.")).toBeTruthy();
  expect(await sendRows(page)).toEqual([{ name: "Ben", place: { city: "Bern" } }]);
});

test("rows with the same number become one invoice with lines", async () => {
  const json = JSON.stringify({ number: "1", lines: [{ text: "Oak", price: 1 }] });
  gateway.serve(operations.getVersion.member, { dataSets: [{ name: "Sample", json }] });
  const page = openDashboard(address);
  await choose(page.user, "number,text,price\n7,Oak,1\n8,Elm,2\n7,Ash,3\n");
  expect(await screen.findByText("1 field of the template has no column: lines.")).toBeTruthy();
  const group = screen.getByRole("combobox", { name: "One document for" });
  await page.user.selectOptions(group, "All rows with the same number");
  expect(await screen.findByText("The batch makes 2 documents of 3 rows. No row is left out.")).toBeTruthy();
  expect(screen.queryByText(/has no column/)).toBeNull();
  const lines = [
    { text: "Oak", price: 1 },
    { text: "Ash", price: 3 },
  ];
  await waitFor(() =>
    expect(gateway.requestsOf(operations.previewTemplate).at(-1)?.body).toMatchObject({ data: { number: "7", lines } }),
  );
  expect(await sendRows(page)).toEqual([
    { number: "7", lines },
    { number: "8", lines: [{ text: "Elm", price: 2 }] },
  ]);
});

test("a field that the template calculates needs no column", async () => {
  gateway.serve(operations.getVersion.member, {
    dataSets: [{ name: "Sample", json: '{"name":"Anna","price":2,"total":4}' }],
    settings: { calculated: [{ name: "total", formula: "price × 2" }] },
  });
  const { user } = openDashboard(address);
  await choose(user, "name,total\nBen,9\n");
  expect(await screen.findByText("1 field of the template has no column: price.")).toBeTruthy();
  expect(screen.getByRole<HTMLInputElement>("combobox", { name: "Field for total" }).value).toBe("");
});

test("rows without a value of the column that makes the documents are told before the file can be sent", async () => {
  const { user } = openDashboard(address);
  await choose(user, "name,hours\nBen,7\n,8\n");
  await user.selectOptions(
    await screen.findByRole("combobox", { name: "One document for" }),
    "All rows with the same name",
  );
  expect(await screen.findByText(/^Line 3, column “name”: the cell is empty/)).toBeTruthy();
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Send and start" }).disabled).toBe(true);
});

test("a row with totals makes no document, unless a person includes it", async () => {
  const { user } = openDashboard(address);
  await choose(user, "name,hours\nBen,7\nCleo,8\nTotal,15\n");
  expect(await screen.findByText("The batch makes 2 documents. 1 row is left out.")).toBeTruthy();
  await user.click(screen.getByRole("switch", { name: /^Include 1 row with totals/ }));
  expect(await screen.findByText("The batch makes 3 documents. No row is left out.")).toBeTruthy();
});

test("the button says what is missing, one thing at a time", async () => {
  const { user } = openDashboard(address);
  await choose(user, "name\nBen\n");
  const button = await screen.findByRole<HTMLButtonElement>("button", { name: "Send and start" });
  await waitFor(() => expect(button.disabled).toBe(false));
  const field = screen.getByRole("combobox", { name: "Field for name" });
  await user.clear(field);
  expect(screen.getByText("Give at least one column a field.")).toBeTruthy();
  expect(button.disabled).toBe(true);
  await user.type(field, "name");
  await user.clear(screen.getByRole("textbox", { name: "Name of the batch" }));
  expect(screen.getByText("Name the batch.")).toBeTruthy();
});

test("cells without a number stop the sending before a batch exists, and all are named at once", async () => {
  const { user } = openDashboard(address);
  await choose(user, "name,hours\nBen,7\nCleo,many\nDan,few\n");
  const button = await screen.findByRole<HTMLButtonElement>("button", { name: "Send and start" });
  await user.selectOptions(screen.getByRole("combobox", { name: "Kind of hours" }), "number");
  await waitFor(() => expect(button.disabled).toBe(false));
  await user.click(button);
  expect(await screen.findByText(/^The file has 2 mistakes/)).toBeTruthy();
  for (const text of [/^Line 3, column “hours”: “many” is not a number/, /^Line 4, column “hours”: “few”/])
    expect(screen.getByText(text)).toBeTruthy();
  expect(gateway.requestsOf(operations.createBatch.member)).toEqual([]);
});
