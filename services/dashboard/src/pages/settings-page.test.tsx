import { beforeEach, describe, expect, test } from "@jest/globals";
import { operations } from "@platen/contracts";
import { screen, waitFor, within } from "@testing-library/react";
import { paths } from "../paths.ts";
import { errorOf, openDashboard, projectId, startGateway } from "../testing/open-dashboard.tsx";

const gateway = startGateway();
const address = paths.settings({ projectId });
const documents = paths.settings({ projectId }, "documents");

beforeEach(() => {
  gateway.serve(operations.getProject, {
    name: "Acme",
    role: "owner",
    contentDefaultDays: 7,
    contentMaxDays: null,
    contentLimitDays: 90,
  });
  gateway.serve(operations.getRequestKeeping, { isAvailable: true, days: 30, redactedPaths: ["customer.iban"] });
  gateway.serve(operations.getProjectUsage, {});
  gateway.serve(operations.renameProject, ({ body }) => body);
});

describe("the name of the project", () => {
  test("is saved once it is another one", async () => {
    const { user } = openDashboard(address);
    const field = await screen.findByRole("textbox", { name: "Project name" });
    const save = screen.getByRole<HTMLButtonElement>("button", { name: "Rename" });
    expect(save.disabled).toBe(true);
    await user.clear(field);
    await user.type(field, "Acme Ltd{Enter}");
    expect(await screen.findByText("The project is renamed.")).toBeTruthy();
    expect(gateway.requestsOf(operations.renameProject)).toEqual([
      { params: { projectId }, body: { name: "Acme Ltd" } },
    ]);
  });

  test("is refused at its field if it is empty", async () => {
    const { user } = openDashboard(address);
    const field = await screen.findByRole("textbox", { name: "Project name" });
    await user.clear(field);
    await user.click(screen.getByRole("button", { name: "Rename" }));
    await waitFor(() => expect(errorOf(field)).toBe("Must not be empty."));
  });
});

describe("how long PDFs are kept", () => {
  test("is sent as numbers, and an empty maximum as none", async () => {
    const { user } = openDashboard(documents);
    const days = await screen.findByRole("textbox", { name: "Keep PDFs for, in days" });
    await user.clear(days);
    await user.type(days, "14{Enter}");
    expect(await screen.findByText("The settings of kept PDFs are saved.")).toBeTruthy();
    expect(gateway.requestsOf(operations.renameProject).map(({ body }) => body)).toEqual([
      { contentDefaultDays: 14, contentMaxDays: null },
    ]);
  });

  test("is refused at the field whose number the installation or the other field forbids", async () => {
    gateway.refuse(operations.renameProject, {
      code: "request.invalid",
      details: [{ path: "contentDefaultDays", message: "must be at most 4 days, the maximum of this project" }],
    });
    const { user } = openDashboard(documents);
    await user.type(await screen.findByRole("textbox", { name: "At most, in days" }), "4{Enter}");
    const days = screen.getByRole("textbox", { name: "Keep PDFs for, in days" });
    await waitFor(() => expect(errorOf(days)).toBe("Must be at most 4 days, the maximum of this project."));
    expect(document.activeElement).toBe(days);
  });

  test("is refused at the field that has no number of days", async () => {
    const { user } = openDashboard(documents);
    const most = await screen.findByRole("textbox", { name: "At most, in days" });
    await user.type(most, "a year{Enter}");
    await waitFor(() => expect(errorOf(most)).toBe("Must be a whole number of days from 1 to 3650."));
    expect(errorOf(screen.getByRole("textbox", { name: "Keep PDFs for, in days" }))).toBe("");
  });
});

describe("kept requests", () => {
  test("are deleted by a shorter time only after a question", async () => {
    gateway.serve(operations.saveRequestKeeping, { days: 0 });
    const { user } = openDashboard(documents);
    await user.selectOptions(await screen.findByRole("combobox", { name: "Keep requests" }), "0");
    const form = within(screen.getByRole("combobox", { name: "Keep requests" }).closest("form") ?? document.body);
    await user.click(form.getByRole("button", { name: "Save" }));
    expect(await screen.findByRole("dialog", { name: "Delete all kept requests?" })).toBeTruthy();
    expect(gateway.requestsOf(operations.saveRequestKeeping)).toEqual([]);
    await user.click(screen.getByRole("button", { name: "Delete requests" }));
    expect(await screen.findByText("The settings of requests are saved.")).toBeTruthy();
    expect(gateway.requestsOf(operations.saveRequestKeeping).map(({ body }) => body)).toEqual([
      { days: 0, redactedPaths: ["customer.iban"] },
    ]);
  });

  test("never hold the values of the paths, one on each line", async () => {
    gateway.serve(operations.saveRequestKeeping, {});
    const { user } = openDashboard(documents);
    const field = await screen.findByRole("textbox", { name: "Never keep" });
    await user.type(field, "\n\n items.*.secret ");
    const form = within(field.closest("form") ?? document.body);
    await user.click(form.getByRole("button", { name: "Save" }));
    expect(await screen.findByText("The settings of requests are saved.")).toBeTruthy();
    expect(gateway.requestsOf(operations.saveRequestKeeping).map(({ body }) => body?.redactedPaths)).toEqual([
      ["customer.iban", "items.*.secret"],
    ]);
  });
});

test("inline HTML is allowed at a switch", async () => {
  const { user } = openDashboard(documents);
  await user.click(await screen.findByRole("switch", { name: /HTML in place of a template/ }));
  expect(await screen.findByText("Requests may bring their own HTML.")).toBeTruthy();
  expect(gateway.requestsOf(operations.renameProject).map(({ body }) => body)).toEqual([{ allowsInlineHtml: true }]);
});

describe("deleting the project", () => {
  beforeEach(() => {
    gateway.serve(operations.listMemberProjects, { projects: [] });
    gateway.serve(operations.deleteProject, undefined);
  });

  test("needs its name, and says what goes with it", async () => {
    gateway.serve(operations.listTemplates.member, { pagination: { total: 2 } });
    gateway.serve(operations.listApiKeys, { pagination: { total: 1 } });
    const { user, address: current } = openDashboard(address);
    await user.click(await screen.findByRole("button", { name: "Delete project" }));
    const dialog = within(await screen.findByRole("dialog"));
    expect((await dialog.findByText(/This also deletes/)).textContent).toContain("2 templates, 1 API key");
    const name = dialog.getByRole("textbox", { name: "Type Acme to confirm" });
    const confirm = dialog.getByRole<HTMLButtonElement>("button", { name: "Delete project" });
    await user.type(name, "Acm");
    expect(confirm.disabled).toBe(true);
    await user.type(name, "e");
    await user.click(confirm);
    await waitFor(() => expect(current()).toBe(paths.projects()));
    expect(await screen.findByText("“Acme” is deleted.")).toBeTruthy();
    expect(gateway.requestsOf(operations.deleteProject).map(({ query }) => query)).toEqual([{ confirmName: "Acme" }]);
  });

  test("needs no name if it is empty", async () => {
    gateway.serve(operations.listTemplates.member, { pagination: { total: 0 } });
    gateway.serve(operations.listApiKeys, { pagination: { total: 0 } });
    const { user } = openDashboard(address);
    await user.click(await screen.findByRole("button", { name: "Delete project" }));
    const dialog = within(await screen.findByRole("dialog"));
    expect(await dialog.findByText(/no templates and no API keys/)).toBeTruthy();
    expect(dialog.queryByRole("textbox")).toBeNull();
    await user.click(dialog.getByRole("button", { name: "Delete project" }));
    await waitFor(() => expect(gateway.requestsOf(operations.deleteProject)).toHaveLength(1));
  });
});

test("the sections are listed, the open one is marked, and a link opens another", async () => {
  const { user, address: current } = openDashboard(address);
  const list = within(await screen.findByRole("navigation", { name: "Settings" }));
  expect(list.getByRole("link", { current: "page" }).textContent).toBe("General");
  expect(list.getAllByRole("link").map(({ textContent }) => textContent)).toEqual([
    "General",
    "Documents",
    "Webhooks",
    "Storage",
  ]);
  await user.click(list.getByRole("link", { name: "Storage" }));
  expect(await screen.findByText("Rows of batches")).toBeTruthy();
  expect(current()).toBe(paths.settings({ projectId }, "storage"));
});

test("a viewer reads the settings as facts and can change none", async () => {
  gateway.serve(operations.getProject, { name: "Acme", role: "viewer", contentDefaultDays: 7, contentLimitDays: 90 });
  openDashboard(address);
  expect(await screen.findByText("7 days, at most 90 days")).toBeTruthy();
  expect(screen.getByText("Not allowed")).toBeTruthy();
  expect(screen.getByText("Viewer: look only")).toBeTruthy();
  for (const role of ["textbox", "switch", "combobox"]) expect(screen.queryByRole(role)).toBeNull();
  expect(screen.queryByRole("button", { name: /Delete|Rename|Save/ })).toBeNull();
});
