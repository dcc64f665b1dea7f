import { beforeEach, expect, test } from "@jest/globals";
import { operations } from "@platen/contracts";
import { screen, waitFor, within } from "@testing-library/react";
import { paths } from "../paths.ts";
import { openDashboard, projectId, startGateway } from "../testing/open-dashboard.tsx";

const gateway = startGateway();
const address = paths.apiKeys({ projectId });
const shop = { name: "Shop", lastFour: "a1b2" };

// The command of the empty list names a template.
beforeEach(() => gateway.serve(operations.listTemplates.member, { templates: [] }));

function serveKeys(...apiKeys: (typeof shop)[]): void {
  gateway.serve(operations.listApiKeys, { apiKeys, pagination: { total: apiKeys.length } });
}

test("the list says of each key what it may do, who made it and when it was used", async () => {
  gateway.serve(operations.listApiKeys, {
    apiKeys: [
      {
        ...shop,
        scopes: ["documents", "templates"],
        lastUsedAt: null,
        createdBy: { email: "ben@example.com", isMember: false },
      },
    ],
    pagination: { total: 1 },
  });
  openDashboard(address);
  const row = within(await screen.findByRole("row", { name: /Shop/ }));
  expect(row.getByText(/a1b2/)).toBeTruthy();
  expect(row.getByText("ben@example.com").textContent).toBe("ben@example.com no member any more");
  expect(row.getByText("Generate documents, Change templates")).toBeTruthy();
  expect(row.getByText("Never")).toBeTruthy();
});

test("a project without keys offers the first one, and the key C opens its dialog", async () => {
  serveKeys();
  const { user } = openDashboard(address);
  await screen.findByRole("heading", { name: "No API keys" });
  expect(screen.getAllByRole("button", { name: "New API key" })).toHaveLength(1);
  await user.keyboard("c");
  expect(await screen.findByRole("dialog", { name: "New API key" })).toBeTruthy();
});

test("a viewer sees the keys and can change none", async () => {
  gateway.serve(operations.getProject, { role: "viewer" });
  serveKeys(shop);
  const { user } = openDashboard(address);
  await screen.findByText("Shop");
  await user.keyboard("c");
  for (const name of [/New API key/, /Actions for/, /Rename/])
    expect(screen.queryByRole("button", { name })).toBeNull();
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("a key is revoked by keyboard after a question that Cancel answers first", async () => {
  serveKeys(shop);
  gateway.serve(operations.revokeApiKey, undefined);
  const { user } = openDashboard(address);
  const menu = await screen.findByRole("button", { name: "Actions for Shop" });
  menu.focus();
  await user.keyboard("{Enter}");
  const item = await screen.findByRole("menuitem", { name: "Revoke" });
  await user.keyboard("{ArrowDown}{End}");
  await waitFor(() => expect(document.activeElement).toBe(item));
  await user.keyboard("{Enter}");
  const dialog = within(await screen.findByRole("dialog", { name: "Revoke “Shop”?" }));
  await waitFor(() => expect(document.activeElement).toBe(dialog.getByRole("button", { name: "Cancel" })));
  await user.keyboard("{Enter}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(menu));
  expect(gateway.requestsOf(operations.revokeApiKey)).toEqual([]);

  serveKeys();
  await user.keyboard("{Enter}");
  await screen.findByRole("menuitem", { name: "Revoke" });
  await user.keyboard("{ArrowDown}{End}{Enter}");
  const confirm = await screen.findByRole("button", { name: "Revoke key" });
  await waitFor(() => expect(document.activeElement?.textContent).toBe("Cancel"));
  await user.tab();
  expect(document.activeElement).toBe(confirm);
  await user.keyboard("{Enter}");
  expect(await screen.findByText("Key “Shop” is revoked.")).toBeTruthy();
  expect(await screen.findByRole("heading", { name: "No API keys" })).toBeTruthy();
  expect(gateway.requestsOf(operations.revokeApiKey)).toHaveLength(1);
});

test("a key is renamed in place: Escape keeps the name, Enter saves it, and a refused one is told at the field", async () => {
  serveKeys(shop);
  gateway.serve(operations.renameApiKey, { ...shop, name: "Till" });
  const { user } = openDashboard(address);
  await user.click(await screen.findByRole("button", { name: "Rename key Shop" }));
  await user.keyboard("Other{Escape}");
  expect(gateway.requestsOf(operations.renameApiKey)).toEqual([]);
  const pencil = screen.getByRole("button", { name: "Rename key Shop" });
  expect(document.activeElement).toBe(pencil);

  await user.click(pencil);
  const field = screen.getByRole("textbox", { name: "New name of key Shop" });
  await user.clear(field);
  await user.keyboard("{Enter}");
  expect(await screen.findByText("Must not be empty.")).toBeTruthy();

  serveKeys({ ...shop, name: "Till" });
  await user.type(field, "Till{Enter}");
  expect(await screen.findByRole("button", { name: "Rename key Till" })).toBeTruthy();
  expect(gateway.requestsOf(operations.renameApiKey).map(({ body }) => body)).toEqual([{ name: "Till" }]);
});

test("a list that cannot be read says why, and is read again on request", async () => {
  gateway.refuse(operations.listApiKeys, { code: "dependency.unavailable" });
  const { user } = openDashboard(address);
  const alert = await screen.findByRole("alert");
  expect(alert.textContent).toBe("A part of Platen is unavailable right now. Try again in a moment.");
  serveKeys(shop);
  await user.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByText("Shop")).toBeTruthy();
});

test("a click on a column asks for its order, and the address keeps it", async () => {
  serveKeys(shop);
  const { user, address: current } = openDashboard(address);
  await screen.findByText("Shop");
  await user.click(screen.getByRole("button", { name: "Name" }));
  await waitFor(() =>
    expect(screen.getByRole("columnheader", { name: "Name" }).getAttribute("aria-sort")).toBe("ascending"),
  );
  await waitFor(() => expect(gateway.requestsOf(operations.listApiKeys).at(-1)?.query?.sort).toBe("name:asc"));
  expect(current()).toBe(`${address}?sort=name%3Aasc`);
});
