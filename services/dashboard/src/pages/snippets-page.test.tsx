import { beforeEach, expect, test } from "@jest/globals";
import { operations } from "@platen/contracts";
import { screen, waitFor } from "@testing-library/react";
import { paths } from "../paths.ts";
import { choose, openDashboard, projectId, startGateway } from "../testing/open-dashboard.tsx";

const gateway = startGateway();
const address = paths.snippets({ projectId });
const snippetId = "snp_01jd3k8v7n2q4r6s8t0v2w4x6z";
const letterhead = { snippetId, name: "letterhead", templateCount: 2 };

beforeEach(() => gateway.serve(operations.listSnippets.member, { snippets: [letterhead], pagination: { total: 1 } }));

test("a snippet says by which tag and by how many templates it is used", async () => {
  openDashboard(address);
  const row = await screen.findByRole("row", { name: /letterhead/ });
  expect(row.textContent).toContain("{{> letterhead }}");
  expect(row.textContent).toContain("2 templates");
});

test("a name of a wrong form is told at the field of the new snippet", async () => {
  gateway.serve(operations.createSnippet.member, {});
  const { user } = openDashboard(address);
  await user.click(await screen.findByRole("button", { name: "New snippet" }));
  await user.type(await screen.findByRole("textbox", { name: "Name" }), "Brief Kopf{Enter}");
  expect(await screen.findByText(/^Must be 1 to 100 lower-case letters/)).toBeTruthy();
  expect(gateway.requestsOf(operations.createSnippet.member)).toEqual([]);
});

test("a snippet is renamed with the texts that it has now", async () => {
  gateway.serve(operations.getSnippet.member, { html: "<p>Acme</p>", css: "p {}", revision: 7 });
  gateway.serve(operations.saveSnippet.member, {});
  const { user } = openDashboard(address);
  await choose(user, "letterhead", "Rename");
  const name = await screen.findByRole("textbox", { name: "Name" });
  await user.clear(name);
  await user.type(name, "head{Enter}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(gateway.requestsOf(operations.saveSnippet.member)).toEqual([
    { params: { projectId, snippetId }, body: { name: "head", html: "<p>Acme</p>", css: "p {}", revision: 7 } },
  ]);
});

test("a snippet in use is not renamed, and the dialog says why", async () => {
  gateway.serve(operations.getSnippet.member, {});
  gateway.refuse(operations.saveSnippet.member, { code: "snippet.in_use" });
  const { user } = openDashboard(address);
  await choose(user, "letterhead", "Rename");
  await user.type(await screen.findByRole("textbox", { name: "Name" }), "2{Enter}");
  expect(await screen.findByText("Drafts or other snippets use the snippet. Remove it from them first.")).toBeTruthy();
});

test("its uses are links, with the way to update published versions", async () => {
  gateway.serve(operations.getSnippetUses.member, {
    templates: [{ name: "Invoice", isInDraft: false, currentVersion: 3, isCurrent: false }],
    snippets: [],
  });
  const { user } = openDashboard(address);
  await choose(user, "letterhead", "Uses");
  expect((await screen.findByRole("link", { name: "Invoice" })).closest("li")?.textContent).toBe(
    "Invoice version 3, an older state",
  );
  const links = screen.getAllByRole("link").map((link) => link.getAttribute("href"));
  expect(links).toContain(`/dashboard${paths.snippetUpdate({ projectId, snippetId })}`);
});

test("a viewer opens snippets and changes none", async () => {
  gateway.serve(operations.getProject, { role: "viewer" });
  const { user } = openDashboard(address);
  await user.click(await screen.findByRole("button", { name: "Actions for letterhead" }));
  expect((await screen.findAllByRole("menuitem")).map(({ textContent }) => textContent)).toEqual(["Uses", "Show"]);
  expect(screen.queryByRole("button", { name: "New snippet" })).toBeNull();
});
