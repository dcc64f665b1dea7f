import { expect, test } from "@jest/globals";
import { operations } from "@platen/contracts";
import { screen, within } from "@testing-library/react";
import { paths } from "../paths.ts";
import { openDashboard, projectId, startGateway } from "../testing/open-dashboard.tsx";

const gateway = startGateway();
const address = paths.batches({ projectId });

test("a batch says how far it is, how many rows failed and why Platen paused it", async () => {
  gateway.serve(operations.listBatches.member, {
    batches: [
      {
        name: "Payslips",
        status: "paused",
        reason: "too_many_failures",
        rowCount: 2_000,
        counts: { completed: 900, failed: 100, cancelled: 0, open: 1_000 },
      },
    ],
    pagination: { total: 1 },
  });
  openDashboard(address);
  const row = within(await screen.findByRole("row", { name: /Payslips/ }));
  for (const text of ["1,000 / 2,000", "100 failed", "Too many failures"]) expect(row.getByText(text)).toBeTruthy();
});

test("a batch with warnings says how many of its rows have some", async () => {
  const counts = { completed: 12, failed: 0, cancelled: 0, open: 0 };
  const batch = { name: "Certificates", status: "completed", rowCount: 12, counts, rowsWithWarnings: 11 } as const;
  gateway.serve(operations.listBatches.member, { batches: [batch], pagination: { total: 1 } });
  openDashboard(address);
  const row = within(await screen.findByRole("row", { name: /Certificates/ }));
  expect(row.getByText("11 with warnings")).toBeTruthy();
  expect(row.getByText("Completed").dataset["look"]).toBe("warned");
});

test("a project without batches offers the page for a new one", async () => {
  gateway.serve(operations.listBatches.member, { batches: [], pagination: { total: 0 } });
  gateway.serve(operations.listTemplates.member, { templates: [] });
  openDashboard(address);
  expect(await screen.findByRole("heading", { name: "No batches yet" })).toBeTruthy();
  expect(screen.getByRole("link", { name: "New batch" }).getAttribute("href")).toBe(
    `/dashboard${paths.newBatch({ projectId })}`,
  );
});

test("a viewer opens batches and starts none", async () => {
  gateway.serve(operations.getProject, { role: "viewer" });
  gateway.serve(operations.listBatches.member, { batches: [{ name: "Payslips" }], pagination: { total: 1 } });
  openDashboard(address);
  expect(await screen.findByRole("link", { name: "Payslips" })).toBeTruthy();
  expect(screen.queryByRole("link", { name: "New batch" })).toBeNull();
});

test("a filter by state without result offers all batches", async () => {
  gateway.serve(operations.listBatches.member, ({ query }) =>
    query.status === undefined ? { batches: [{ name: "Payslips" }], pagination: { total: 1 } } : { batches: [] },
  );
  const { user } = openDashboard(address);
  await screen.findByText("Payslips");
  await user.selectOptions(screen.getByRole("combobox", { name: "Status" }), "paused");
  expect(await screen.findByRole("heading", { name: "No batches match" })).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Show all" }));
  expect(await screen.findByText("Payslips")).toBeTruthy();
});
