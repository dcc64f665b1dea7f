import { beforeEach, expect, test } from "@jest/globals";
import { operations } from "@platen/contracts";
import { screen, waitFor, within } from "@testing-library/react";
import { paths } from "../paths.ts";
import { openDashboard, projectId, startGateway } from "../testing/open-dashboard.tsx";

const gateway = startGateway();
const key = { projectId };

beforeEach(() => {
  gateway.serve(operations.listSnippets.member, { pagination: { total: 0 } });
  gateway.serve(operations.listAssets.member, { pagination: { total: 0 } });
});

test("the pages of a project are in three groups, and the open one is marked", async () => {
  openDashboard(paths.snippets(key));
  const rail = within(await screen.findByRole("navigation", { name: "Project" }));
  const groups = ["Build", "Run", "Project"].map((name) => within(rail.getByRole("list", { name })));
  expect(groups.map((group) => group.getAllByRole("link").map(({ textContent }) => textContent))).toEqual([
    ["Templates", "Snippets", "Assets", "Brand", "Translations"],
    ["Documents", "Batches"],
    ["API keys", "Members", "Settings"],
  ]);
  expect(rail.getByRole("link", { current: "page" }).textContent).toBe("Snippets");
});

test("the menu of a narrow window leads to a page, which takes the focus", async () => {
  const { user, address } = openDashboard(paths.snippets(key));
  await screen.findByRole("heading", { name: "Snippets" });
  await user.click(screen.getByRole("button", { name: "Menu" }));
  const menu = within(await screen.findByRole("dialog", { name: "Acme" }));
  await user.click(menu.getByRole("link", { name: "Assets" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await waitFor(() => expect(address()).toBe(paths.assets(key)));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("main")));
});

test("a project that cannot be read leaves the pages outside of projects", async () => {
  gateway.refuse(operations.getProject, { code: "project.not_found" });
  openDashboard(paths.snippets(key));
  const rail = within(await screen.findByRole("navigation", { name: "Platen" }));
  expect(rail.getAllByRole("link").map(({ textContent }) => textContent)).toEqual([
    "Projects",
    "Account",
    "Guide",
    "API reference",
  ]);
  expect(screen.queryByRole("navigation", { name: "Project" })).toBeNull();
});
