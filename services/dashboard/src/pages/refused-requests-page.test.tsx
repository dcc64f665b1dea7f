import { expect, test } from "@jest/globals";
import { operations } from "@platen/contracts";
import { screen, within } from "@testing-library/react";
import { paths } from "../paths.ts";
import { openDashboard, projectId, startGateway } from "../testing/open-dashboard.tsx";

const gateway = startGateway();
const address = paths.refusedRequests({ projectId });

test("a refused request gives its key, code, field and reason, and how often it came", async () => {
  gateway.serve(operations.listRefusedRequests, {
    refusedRequests: [
      {
        apiKey: { name: "Shop" },
        code: "request.invalid",
        path: "data.due",
        message: "must be a date",
        requests: 1200,
      },
    ],
    pagination: { total: 1 },
  });
  openDashboard(address);
  const row = within(await screen.findByRole("row", { name: /Shop/ }));
  for (const text of ["request.invalid", "data.due must be a date", "data.due", "1,200"])
    expect(row.getByText(text)).toBeTruthy();
});

test("a project without refused requests says what the list is for", async () => {
  gateway.serve(operations.listRefusedRequests, { refusedRequests: [], pagination: { total: 0 } });
  openDashboard(address);
  expect(await screen.findByRole("heading", { name: "No refused requests" })).toBeTruthy();
});
