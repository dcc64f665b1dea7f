import { expect, test } from "@jest/globals";
import { operations } from "@platen/contracts";
import { cleanup, screen, waitFor } from "@testing-library/react";
import { paths } from "../paths.ts";
import { openDashboard, projectId, startGateway } from "../testing/open-dashboard.tsx";

const gateway = startGateway();

test("a project is created by keyboard and opens", async () => {
  gateway.serve(operations.getSession, { instanceRole: "admin" });
  gateway.serve(operations.listMemberProjects, { projects: [{ name: "Acme" }], pagination: { total: 1 } });
  gateway.serve(operations.createProject, { projectId, name: "Billing" });
  gateway.serve(operations.listTemplates.member, { pagination: { total: 0 } });
  gateway.serve(operations.listSamples, { samples: [] });
  const { user, address } = openDashboard(paths.projects());
  await screen.findByText("Acme");
  await user.keyboard("c");
  await user.type(await screen.findByRole("textbox", { name: "Name" }), "Billing{Enter}");
  await waitFor(() => expect(address()).toBe(paths.templates({ projectId })));
  expect(gateway.requestsOf(operations.createProject)).toEqual([{ body: { name: "Billing" } }]);
});

test("projects that this browser has opened come first, the latest at the beginning, also those of later pages", async () => {
  const ids = [1, 2, 3, 4].map((digit) => `${projectId.slice(0, -1)}${digit}`);
  const projects = ids.slice(0, 3).map((id, index) => ({ projectId: id, name: `Project ${index + 1}` }));
  gateway.serve(operations.listMemberProjects, { projects, pagination: { total: 101 } });
  gateway.serve(operations.getProject, ({ params }) => ({
    projectId: params.projectId,
    name: `Project ${params.projectId.slice(-1)}`,
  }));
  gateway.serve(operations.listTemplates.member, { pagination: { total: 0 } });
  gateway.serve(operations.listSamples, { samples: [] });
  const names = () =>
    screen.getAllByRole("link", { name: /^Project \d/ }).map(({ textContent }) => textContent?.slice(-1));
  for (const id of [ids[2], ids[3], ids[1]]) {
    openDashboard(paths.templates({ projectId: id ?? "" }));
    await screen.findByRole("heading", { name: "No templates yet" });
    cleanup();
  }
  const { user } = openDashboard(paths.projects());
  await screen.findByText("Project 4");
  expect(names()).toEqual(["2", "4", "3", "1"]);
  await user.click(screen.getByRole("button", { name: "Name" }));
  await waitFor(() => expect(names()).toEqual(["1", "2", "3"]));
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
