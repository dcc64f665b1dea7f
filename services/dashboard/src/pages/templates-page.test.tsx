import { beforeEach, expect, jest, test } from "@jest/globals";
import { operations, Problem } from "@platen/contracts";
import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { paths } from "../paths.ts";
import { choose, openDashboard, projectId, startGateway, templateId } from "../testing/open-dashboard.tsx";

const gateway = startGateway();
const address = paths.templates({ projectId });
const invoice = { templateId, name: "Invoice", version: 3, tags: ["billing"], description: "For the shop" };

function serveTemplates(...templates: (typeof invoice)[]): void {
  gateway.serve(operations.listTemplates.member, ({ query: { search, tag } }) => {
    const found = templates.filter(
      ({ name, tags }) => name.includes(search ?? "") && (tag === undefined || tags.includes(tag)),
    );
    return { templates: found, pagination: { total: found.length } };
  });
}

beforeEach(() =>
  serveTemplates(invoice, { ...invoice, templateId: `${templateId.slice(0, -1)}1`, name: "Letter", tags: [] }),
);

test("a template says which version is published, and a tag in its row shows all that have the tag", async () => {
  const { user, address: current } = openDashboard(address);
  const row = within(await screen.findByRole("row", { name: /Invoice/ }));
  expect(row.getByText("Version 3")).toBeTruthy();
  await user.click(row.getByRole("button", { name: /billing/ }));
  await waitFor(() => expect(screen.queryByText("Letter")).toBeNull());
  expect(current()).toBe(`${address}?tag=billing`);
  expect(screen.getByRole<HTMLSelectElement>("combobox", { name: "Tag" }).value).toBe("billing");
});

test("the templates stand in a grid too, in an order that is chosen there, and the browser remembers it", async () => {
  const { user, address: current } = openDashboard(address);
  await user.click(await screen.findByRole("radio", { name: "Grid" }));
  const grid = within(await screen.findByRole("list", { name: "Templates" }));
  expect(grid.getAllByRole("link").map(({ textContent }) => textContent)).toEqual(["Invoice", "Letter"]);
  expect(screen.queryByRole("table")).toBeNull();
  await user.selectOptions(screen.getByRole("combobox", { name: "Order" }), "Name, from A");
  await waitFor(() => expect(current()).toBe(`${address}?sort=name%3Aasc`));
  await user.click(grid.getByRole("button", { name: "Actions for Letter" }));
  expect(await screen.findByRole("menuitem", { name: "Rename" })).toBeTruthy();
  cleanup();
  openDashboard(address);
  expect(await screen.findByRole("list", { name: "Templates" })).toBeTruthy();
});

test("a draft that differs from the live version leads to what differs", async () => {
  gateway.serve(operations.listTemplates.member, {
    templates: [
      { ...invoice, draftChanges: 3 },
      { ...invoice, templateId: `${templateId.slice(0, -1)}1`, name: "Letter", draftChanges: 0 },
      { ...invoice, templateId: `${templateId.slice(0, -1)}2`, name: "Offer", version: null, draftChanges: null },
    ],
    pagination: { total: 3 },
  });
  openDashboard(address);
  const changes = within(await screen.findByRole("row", { name: /Invoice/ })).getByRole("link", { name: "3 changes" });
  expect(changes.getAttribute("href")).toBe(
    `/dashboard${paths.compare({ projectId, templateId, from: 3, to: "draft" })}`,
  );
  expect(screen.queryAllByText(/change/i, { selector: "a" })).toEqual([changes]);
  expect(within(screen.getByRole("row", { name: /Offer/ })).getByText("Not published")).toBeTruthy();
  expect(gateway.requestsOf(operations.listTemplates.member).map(({ query }) => query?.include)).toContain(
    "draftChanges",
  );
});

test("a slash begins a search, and Escape ends it", async () => {
  const { user } = openDashboard(address);
  await screen.findByText("Letter");
  await user.keyboard("/");
  await user.paste("Inv");
  await waitFor(() => expect(screen.queryByText("Letter")).toBeNull());
  const searched = gateway.requestsOf(operations.listTemplates.member).flatMap(({ query }) => query?.search ?? []);
  expect(searched).toEqual(["Inv"]);
  await user.keyboard("{Escape}");
  expect(await screen.findByText("Letter")).toBeTruthy();
});

test("a search that is typed slowly keeps every letter, though answers come between them", async () => {
  const { user, address: current } = openDashboard(address);
  const search = await screen.findByRole("searchbox");
  for (const [index, letter] of [..."Letter"].entries()) {
    await user.type(search, letter);
    await waitFor(() => expect(current()).toBe(`${address}?search=${"Letter".slice(0, index + 1)}`));
  }
  await waitFor(() => expect(screen.queryByText("Invoice")).toBeNull());
});

test("a template is renamed in its dialog, and a name that another has is told at the field", async () => {
  gateway.refuse(operations.updateTemplate.member, { code: "template.name_taken" });
  const { user } = openDashboard(address);
  await choose(user, "Invoice", "Rename");
  const name = await screen.findByRole("textbox", { name: "Name" });
  await user.clear(name);
  await user.type(name, "Letter{Enter}");
  expect(await screen.findByText("Another template of the project has this name.")).toBeTruthy();
  gateway.serve(operations.updateTemplate.member, {});
  await user.type(name, " 2{Enter}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(gateway.requestsOf(operations.updateTemplate.member).at(-1)).toEqual({
    params: { projectId, templateId },
    body: { name: "Letter 2" },
  });
});

test("a template is deleted after a question that names the consequence", async () => {
  gateway.serve(operations.deleteTemplate.member, undefined);
  const { user } = openDashboard(address);
  await choose(user, "Invoice", "Delete");
  expect(await screen.findByText(/Requests that name it will fail/)).toBeTruthy();
  expect(gateway.requestsOf(operations.deleteTemplate.member)).toEqual([]);
  await user.click(screen.getByRole("button", { name: "Delete template" }));
  expect(await screen.findByText("“Invoice” is deleted.")).toBeTruthy();
  expect(gateway.requestsOf(operations.deleteTemplate.member)).toEqual([{ params: { projectId, templateId } }]);
});

/** With what programs often change: line breaks, white space at the end, and letters of several characters. */
const source = {
  html: "<h1>Bill {{number}}</h1>\r\n\u2028<p>e\u0301 é 請求 👩‍👩‍👧</p>\t ",
  css: "h1 { color: #123456 }\r\n\r\n",
  settings: { format: "A5", margin: { left: "10mm" }, footer: "<p>\r\n</p>" } as const,
  dataSets: [
    { name: "Usual", json: '{\r\n\t"number" : "7"}\n' },
    { name: "Empty", json: "{}" },
  ],
};

test("a copy has everything of the template but its name and its versions, and opens", async () => {
  const copyId = `${templateId.slice(0, -1)}2`;
  gateway.serve(operations.getDraft.member, source);
  gateway.serve(operations.getTemplate.member, ({ params }) => {
    // The page of the copy is the editor, which has tests of its own.
    if (params.templateId !== templateId) throw new Problem("template.not_found");
    return invoice;
  });
  gateway.serve(operations.createTemplate.member, { template: { templateId: copyId } });
  const { user, address: current } = openDashboard(address);
  await choose(user, "Invoice", "Duplicate");
  await waitFor(() => expect(gateway.requestsOf(operations.createTemplate.member)).toHaveLength(1));
  const { name, tags, description } = invoice;
  expect(gateway.requestsOf(operations.createTemplate.member)[0]?.body).toEqual({
    name: `Copy of ${name}`,
    tags,
    description,
    ...source,
  });
  await waitFor(() => expect(current()).toBe(paths.template({ projectId, templateId: copyId })));
});

test("an exported file is imported unchanged, under another name if its own is taken", async () => {
  let file = new Blob();
  jest.spyOn(URL, "createObjectURL").mockImplementation((made) => {
    // `as`: the page gives a file.
    file = made as Blob;
    return "blob:file";
  });
  jest.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => undefined);
  gateway.serve(operations.getDraft.member, source);
  gateway.serve(operations.getTemplate.member, invoice);
  gateway.refuse(operations.createTemplate.member, { code: "template.name_taken" });
  const { user } = openDashboard(address);
  await choose(user, "Invoice", "Export as a file");
  await waitFor(() => expect(file.size).toBeGreaterThan(0));
  await user.click(await screen.findByRole("button", { name: "Import" }));
  const input = await screen.findByLabelText<HTMLInputElement>(/file/i, { selector: "input[type=file]" });
  await user.upload(input, new File([file], "Invoice.platen.json"));
  await user.click(await screen.findByRole("button", { name: "Import template" }));
  await screen.findByText("Another template of the project has this name.");
  gateway.hold(operations.createTemplate.member, {});
  await user.type(await screen.findByRole("textbox", { name: "Name" }), " again");
  await user.click(screen.getByRole("button", { name: "Import template" }));
  await waitFor(() => expect(gateway.requestsOf(operations.createTemplate.member)).toHaveLength(2));
  const { tags, description } = invoice;
  expect(gateway.requestsOf(operations.createTemplate.member)[1]?.body).toEqual({
    name: "Invoice again",
    tags,
    description,
    ...source,
  });
});

test("a failed copy says what was not done and why", async () => {
  gateway.refuse(operations.getDraft.member, { code: "template.not_found" });
  const { user } = openDashboard(address);
  await choose(user, "Invoice", "Duplicate");
  expect(
    await screen.findByText("“Invoice” was not duplicated. This template does not exist, or it has been deleted."),
  ).toBeTruthy();
});

test("a viewer gets only the actions that change nothing", async () => {
  gateway.serve(operations.getProject, { role: "viewer" });
  const { user } = openDashboard(address);
  await user.click(await screen.findByRole("button", { name: "Actions for Invoice" }));
  expect((await screen.findAllByRole("menuitem")).map(({ textContent }) => textContent)).toEqual([
    "Use it",
    "Versions",
    "Documents",
    "Export as a file",
    "Export as a ZIP",
  ]);
  expect(screen.queryByRole("button", { name: /New template|Import/ })).toBeNull();
});

test("a project without templates offers a blank page, a file and the samples, and one click makes a template of a sample", async () => {
  serveTemplates();
  gateway.serve(operations.listSamples, {
    samples: ["Invoice", "Offer"].map((name) => ({ slug: name.toLowerCase(), name, description: `A ${name}` })),
  });
  gateway.serve(operations.createTemplate.member, { template: { templateId } });
  gateway.refuse(operations.getTemplate.member, { code: "template.not_found" });
  gateway.refuse(operations.getDraft.member, { code: "template.not_found" });
  const { user, address: current } = openDashboard(address);
  expect(await screen.findByRole("heading", { name: "No templates yet" })).toBeTruthy();
  for (const name of ["New template", "Import"]) expect(screen.getAllByRole("button", { name })).toHaveLength(1);
  expect(screen.queryByRole("searchbox")).toBeNull();
  await user.click(await screen.findByRole("button", { name: /^Offer/ }));
  await waitFor(() => expect(current()).toBe(paths.template({ projectId, templateId })));
  expect(gateway.requestsOf(operations.createTemplate.member).map(({ body }) => body)).toEqual([
    { name: "Offer", sample: "offer" },
  ]);
});
