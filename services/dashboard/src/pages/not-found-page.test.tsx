import { expect, test } from "@jest/globals";
import { operations } from "@platen/contracts";
import { screen } from "@testing-library/react";
import { paths } from "../paths.ts";
import { openDashboard, projectId, startGateway } from "../testing/open-dashboard.tsx";

const gateway = startGateway();

test("an unknown address says so and leads to the projects", async () => {
  openDashboard("/nowhere");
  expect(await screen.findByRole("heading", { name: "Page not found" })).toBeTruthy();
  expect(screen.getByRole("link", { name: "All projects" }).getAttribute("href")).toBe("/dashboard/projects");
});

test("a project of others gets the same page as one that does not exist", async () => {
  gateway.refuse(operations.getProject, { code: "project.not_found" });
  openDashboard(paths.members({ projectId }));
  expect(await screen.findByRole("heading", { name: "Not found" })).toBeTruthy();
  expect(screen.getByText("This project does not exist, or you are not one of its members.")).toBeTruthy();
});
