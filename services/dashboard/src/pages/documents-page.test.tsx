import { beforeEach, expect, test } from "@jest/globals";
import { operations } from "@platen/contracts";
import { screen, waitFor, within } from "@testing-library/react";
import { paths } from "../paths.ts";
import { openDashboard, projectId, startGateway, templateId } from "../testing/open-dashboard.tsx";

const gateway = startGateway();
const address = paths.documents({ projectId });
const document = {
  documentId: "doc_01jd3k8v7n2q4r6s8t0v2w4x6z",
  status: "completed",
  filename: "invoice.pdf",
  templateName: "Invoice",
  templateId,
  version: 3,
} as const;

beforeEach(() => {
  gateway.serve(operations.listTemplates.member, { templates: [{ templateId, name: "Invoice" }] });
  gateway.serve(operations.listApiKeys, { apiKeys: [] });
  gateway.serve(operations.summarizeProjectDocuments, {});
  gateway.serve(operations.listDocuments.member, { documents: [document], pagination: { total: 1 } });
});

test("a document that failed gives the reason in words beside its name", async () => {
  gateway.serve(operations.listDocuments.member, {
    documents: [{ ...document, status: "failed", failure: { code: "data_invalid" } }],
    pagination: { total: 1 },
  });
  openDashboard(address);
  const row = within(await screen.findByRole("row", { name: /invoice.pdf/ }));
  expect(row.getByText("The data does not fit the template")).toBeTruthy();
  expect(row.getByText("@3")).toBeTruthy();
});

test("documents with warnings are counted above the list, and each names its warnings", async () => {
  gateway.serve(operations.summarizeProjectDocuments, { documents: 40, failed: 0, withWarnings: 12 });
  gateway.serve(operations.listDocuments.member, {
    documents: [{ ...document, reference: "order 7", warnings: [{ code: "data.missing" }] }],
    pagination: { total: 40 },
  });
  openDashboard(address);
  const row = within(await screen.findByRole("row", { name: /invoice.pdf/ }));
  for (const text of ["order 7", "Missing data"]) expect(row.getByText(text)).toBeTruthy();
  expect((await screen.findByText("12")).parentElement?.textContent).toBe("12 with warnings");
});

test("a document without a file name has its reference as its name, and one without both the end of its id", async () => {
  gateway.serve(operations.listDocuments.member, {
    documents: [
      { ...document, filename: null, reference: "order 7" },
      { ...document, documentId: `${document.documentId.slice(0, -4)}9abc`, filename: null, reference: null },
    ],
    pagination: { total: 2 },
  });
  openDashboard(address);
  expect((await screen.findAllByText("order 7")).map(({ tagName }) => tagName)).toEqual(["A"]);
  expect(screen.getAllByText(/9abc/).map(({ textContent }) => textContent)).toEqual(["Document …9abc"]);
});

test("filters are sent and stay in the address, and one click removes them all", async () => {
  const { user, address: current } = openDashboard(address);
  await screen.findByText("invoice.pdf");
  gateway.serve(operations.listDocuments.member, ({ query }) =>
    query.status === undefined ? { documents: [document], pagination: { total: 1 } } : { documents: [] },
  );
  await user.selectOptions(screen.getByRole("combobox", { name: "Status" }), "failed");
  await user.click(screen.getByRole("button", { name: "Filters" }));
  await user.type(screen.getByRole("textbox", { name: "Reference" }), "order 7{Enter}");
  expect(await screen.findByRole("heading", { name: "No documents match" })).toBeTruthy();
  await waitFor(() =>
    expect(gateway.requestsOf(operations.listDocuments.member).at(-1)?.query).toMatchObject({
      status: "failed",
      reference: "order 7",
    }),
  );
  expect(current()).toBe(`${address}?status=failed&reference=order+7`);
  await user.click(screen.getByRole("button", { name: "Show all" }));
  expect(await screen.findByText("invoice.pdf")).toBeTruthy();
  expect(current()).toBe(address);
});

test("a filter of the address by a deleted template shows the template's name", async () => {
  gateway.serve(operations.listTemplates.member, { templates: [] });
  openDashboard(paths.documentsOfTemplate({ projectId, templateId }));
  await screen.findByText("invoice.pdf");
  expect(screen.getByRole<HTMLInputElement>("combobox", { name: "Template" }).value).toBe("Invoice");
});

test("a template beyond the first hundred is found by its name, and one click removes the filter", async () => {
  const other = { templateId: "tpl_01jd3k8v7n2q4r6s8t0v2w4x77", name: "Zoning notice" };
  gateway.serve(operations.listTemplates.member, ({ query }) => ({
    templates: query.search === "zon" ? [other] : [{ templateId, name: "Invoice" }],
    pagination: { total: 5_009 },
  }));
  const { user, address: current } = openDashboard(address);
  await screen.findByText("invoice.pdf");
  const filter = screen.getByRole("combobox", { name: "Template" });
  await user.click(filter);
  await screen.findByRole("option", { name: "Invoice" });
  await user.type(filter, "zon");
  await user.click(await screen.findByRole("option", { name: "Zoning notice" }));
  await waitFor(() => expect(current()).toBe(`${address}?templateId=${other.templateId}`));
  await user.click(filter);
  await user.click(await screen.findByRole("option", { name: "Any template" }));
  await waitFor(() => expect(current()).toBe(address));
});

test("a key is found by its name", async () => {
  const keys = ["Shop", "Till"].map((name, index) => ({
    keyId: `key_01jd3k8v7n2q4r6s8t0v2w4x7${index}`,
    name,
    lastFour: "abcd",
  }));
  gateway.serve(operations.listApiKeys, { apiKeys: keys });
  const { user, address: current } = openDashboard(address);
  await screen.findByText("invoice.pdf");
  await user.click(screen.getByRole("button", { name: "Filters" }));
  const filter = screen.getByRole("combobox", { name: "API key" });
  await user.click(filter);
  await user.type(filter, "til");
  expect(screen.queryByRole("option", { name: /Shop/ })).toBeNull();
  await user.click(await screen.findByRole("option", { name: "Till ••••abcd" }));
  await waitFor(() => expect(current()).toBe(`${address}?keyId=${keys[1]?.keyId}`));
});

test("the figures say since which time they count, and not how long ago that was", async () => {
  openDashboard(`${address}?from=2026-01-31T08:00:00.000Z`);
  const figure = await screen.findByText("1 document", { selector: "strong" });
  expect(figure.parentElement?.textContent).toMatch(/^1 document since 31 Jan 2026, \d\d:00:00$/);
});

test("a project without documents leads to a key and its command", async () => {
  gateway.serve(operations.listDocuments.member, { documents: [], pagination: { total: 0 } });
  openDashboard(address);
  expect(await screen.findByRole("heading", { name: "No documents yet" })).toBeTruthy();
  const links = screen.getAllByRole("link", { name: "API keys" }).map((link) => link.getAttribute("href"));
  expect(links).toContain(`/dashboard${paths.apiKeys({ projectId })}`);
  expect(screen.queryByRole("combobox")).toBeNull();
});
