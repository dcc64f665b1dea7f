import { beforeEach, expect, test } from "@jest/globals";
import { operations } from "@platen/contracts";
import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { paths } from "../paths.ts";
import { choose, openDashboard, projectId, startGateway, templateId } from "../testing/open-dashboard.tsx";

const gateway = startGateway();
const documentId = "doc_01jd3k8v7n2q4r6s8t0v2w4x6z";
const address = paths.makeOne({ projectId, templateId });
const params = { projectId };

beforeEach(() => {
  gateway.serve(operations.getTemplate.member, { templateId, name: "Invoice", version: 3 });
  gateway.serve(operations.getVersion.member, {
    version: 3,
    dataSets: [
      { name: "Sample", json: '{"customer":{"name":"Ada"},"lines":[{"name":"Oak","price":2.5}],"total":2.5}' },
    ],
    settings: { calculated: [{ name: "total", formula: "sum(lines, price)" }] },
  });
  // Pages are drawn in a browser. Here, the requests for them count.
  gateway.refuse(operations.previewTemplate, { code: "queue.full" });
});

/** Writes a customer, and a further line. */
async function write(user: ReturnType<typeof openDashboard>["user"]): Promise<void> {
  const name = await screen.findByRole("textbox", { name: "Name" });
  await user.clear(name);
  await user.type(name, "Bo");
  await user.click(screen.getByRole("button", { name: "Add row" }));
  await user.type(screen.getByRole("textbox", { name: "Name, row 2" }), "Elm");
  await user.type(screen.getByRole("textbox", { name: "Price, row 2" }), "4");
}
const written = {
  customer: { name: "Bo" },
  lines: [
    { name: "Oak", price: 2.5 },
    { name: "Elm", price: 4 },
  ],
  total: 2.5,
};

test("the form begins with the example, its pages follow, and the document that it makes is downloaded and linked to", async () => {
  gateway.serve(operations.createDocument.member, { documentId });
  const waiting = { documentId, status: "queued", finishedAt: null, content: "pending" } as const;
  gateway.serve(operations.getDocument.member, waiting);
  const { user } = openDashboard(address);
  await write(user);
  expect(screen.queryByRole("textbox", { name: "Total" })).toBeNull();
  await waitFor(() =>
    expect(gateway.requestsOf(operations.previewTemplate).at(-1)).toMatchObject({
      params: { templateId },
      body: { version: 3, data: written },
    }),
  );
  await user.type(screen.getByRole("textbox", { name: "File name" }), "invoice-7.pdf");
  await user.click(screen.getByRole("button", { name: "Make document" }));
  expect(await screen.findByText(/You may leave this page/)).toBeTruthy();
  expect(gateway.requestsOf(operations.createDocument.member).map(({ body }) => body)).toEqual([
    { templateId, version: 3, data: written, filename: "invoice-7.pdf" },
  ]);
  gateway.serve(operations.getDocument.member, {
    documentId,
    status: "completed",
    finishedAt: "2026-01-31T09:00:00.000Z",
    content: "available",
    pageCount: 2,
    warnings: [{ code: "data.missing", severity: "error", message: "No value.", path: "customer.city" }],
  });
  expect(await screen.findByRole("heading", { name: "The document is made" })).toBeTruthy();
  expect(screen.getByRole("button", { name: "Download PDF" })).toBeTruthy();
  expect(screen.getByRole("button", { name: "Copy link" })).toBeTruthy();
  expect(screen.getByText("No value for customer.city.")).toBeTruthy();
  expect(screen.getByRole("link", { name: "Open its record" }).getAttribute("href")).toContain(
    paths.document({ ...params, documentId }),
  );
});

test("typed data survive a reload, and the page asks before it is left with them", async () => {
  gateway.serve(operations.listTemplates.member, { templates: [] });
  await write(openDashboard(address).user);
  cleanup();
  const { user } = openDashboard(address);
  expect(await screen.findByDisplayValue("Bo")).toBeTruthy();
  await user.click(screen.getAllByRole("link", { name: "Templates" }).at(-1) ?? document.body);
  const question = within(await screen.findByRole("dialog", { name: "Leave without making the document?" }));
  await user.click(question.getByRole("button", { name: "Leave the page" }));
  await waitFor(() => expect(sessionStorage.length).toBe(0));
});

test("a field that wants a number is asked for before the document is made", async () => {
  const { user } = openDashboard(address);
  const price = await screen.findByRole("textbox", { name: "Price, row 1" });
  await user.type(price, " each");
  await user.click(screen.getByRole("button", { name: "Make document" }));
  expect(await screen.findByText("The document was not made: 1 field has no number.")).toBeTruthy();
  expect(gateway.requestsOf(operations.createDocument.member)).toEqual([]);
});

test("a refused document says why, and the form keeps its data", async () => {
  gateway.refuse(operations.createDocument.member, { code: "quota.reached", message: "The project is full." });
  const { user } = openDashboard(address);
  await write(user);
  await user.click(screen.getByRole("button", { name: "Make document" }));
  expect(await screen.findByText("The project is full.")).toBeTruthy();
  expect(screen.getByDisplayValue("Bo")).toBeTruthy();
});

test("a template without a published version leads to its editor", async () => {
  gateway.serve(operations.getTemplate.member, { templateId, name: "Invoice", version: null });
  openDashboard(address);
  expect((await screen.findByRole("link", { name: "Open the editor" })).getAttribute("href")).toContain(
    paths.template({ projectId, templateId }),
  );
});

test("the menu of a published template leads to the form", async () => {
  gateway.serve(operations.listTemplates.member, { templates: [{ templateId, name: "Invoice", version: 3 }] });
  const { user, address: current } = openDashboard(paths.templates({ projectId }));
  await choose(user, "Invoice", "Make one document");
  await waitFor(() => expect(current()).toBe(address));
});

test("a viewer, who may make no document, is led to the templates", async () => {
  gateway.serve(operations.getProject, { name: "Acme", role: "viewer" });
  gateway.serve(operations.listTemplates.member, { templates: [] });
  const { address: current } = openDashboard(address);
  await waitFor(() => expect(current()).toBe(paths.templates({ projectId })));
});
