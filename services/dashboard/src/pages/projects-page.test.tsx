import { expect, test } from "@jest/globals";
import { operations } from "@platen/contracts";
import { screen, waitFor } from "@testing-library/react";
import { paths } from "../paths.ts";
import { openDashboard, projectId, startGateway } from "../testing/open-dashboard.tsx";

const gateway = startGateway();

test("a project is created by keyboard and opens", async () => {
  gateway.serve(operations.getSession, { instanceRole: "admin" });
  gateway.serve(operations.listMemberProjects, { projects: [{ name: "Acme" }], pagination: { total: 1 } });
  gateway.serve(operations.createProject, { projectId, name: "Billing" });
  gateway.serve(operations.listTemplates.member, { pagination: { total: 0 } });
  const { user, address } = openDashboard(paths.projects());
  await screen.findByText("Acme");
  await user.keyboard("c");
  await user.type(await screen.findByRole("textbox", { name: "Name" }), "Billing{Enter}");
  await waitFor(() => expect(address()).toBe(paths.templates({ projectId })));
  expect(gateway.requestsOf(operations.createProject)).toEqual([{ body: { name: "Billing" } }]);
});

test("an account that may create no project is told whom to ask", async () => {
  gateway.serve(operations.getSession, { instanceRole: "member" });
  gateway.serve(operations.listMemberProjects, { projects: [], pagination: { total: 0 } });
  const { user } = openDashboard(paths.projects());
  expect(await screen.findByRole("heading", { name: "You are not in a project yet" })).toBeTruthy();
  await user.keyboard("c");
  expect(screen.queryByRole("button", { name: "New project" })).toBeNull();
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("a search without result offers all projects again", async () => {
  gateway.serve(operations.listMemberProjects, ({ query }) =>
    query.search === undefined ? { projects: [{ name: "Acme" }], pagination: { total: 1 } } : { projects: [] },
  );
  const { user, address } = openDashboard(paths.projects());
  await screen.findByText("Acme");
  await user.keyboard("/");
  await user.keyboard("<b>none");
  expect(await screen.findByRole("heading", { name: "No projects match" })).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Show all" }));
  expect(await screen.findByText("Acme")).toBeTruthy();
  expect(address()).toBe(paths.projects());
});
