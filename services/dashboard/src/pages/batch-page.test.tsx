import { beforeEach, expect, jest, test } from "@jest/globals";
import { operations } from "@platen/contracts";
import { screen, waitFor, within } from "@testing-library/react";
import { paths } from "../paths.ts";
import { openDashboard, projectId, startGateway } from "../testing/open-dashboard.tsx";

const gateway = startGateway();
const batchId = "bat_01jd3k8v7n2q4r6s8t0v2w4x6z";
const params = { projectId, batchId };
const address = paths.batch(params);
const finishedAt = "2026-01-31T09:10:00.000Z";
const running = {
  batchId,
  name: "Payslips",
  status: "running",
  rowCount: 10,
  counts: { completed: 4, failed: 1, cancelled: 0, open: 5 },
} as const;
const ended = {
  ...running,
  status: "completed",
  finishedAt,
  counts: { completed: 9, failed: 1, cancelled: 0, open: 0 },
} as const;

beforeEach(() => {
  gateway.serve(operations.getBatch.member, running);
  gateway.serve(operations.listBatchDeliveries.member, { deliveries: [] });
  gateway.serve(operations.listDocuments.member, { documents: [] });
});

test("a batch under way is paused, or cancelled after a question that counts its open rows", async () => {
  gateway.serve(operations.pauseBatch.member, {});
  gateway.serve(operations.cancelBatch.member, () => {
    gateway.serve(operations.getBatch.member, { ...ended, status: "cancelled" });
    return {};
  });
  const { user } = openDashboard(address);
  expect(await screen.findByText("5 of 10 rows ended")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Pause" }));
  await waitFor(() => expect(gateway.requestsOf(operations.pauseBatch.member)).toEqual([{ params }]));
  await user.click(screen.getByRole("button", { name: "Cancel batch" }));
  expect(await screen.findByText(/no PDF of the 5 rows that are open/)).toBeTruthy();
  await user.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Cancel batch" }));
  expect(await screen.findByText("The batch is cancelled.")).toBeTruthy();
  expect(gateway.requestsOf(operations.cancelBatch.member)).toEqual([{ params }]);
});

test("the rows that failed are saved as one CSV file with their reasons and the fields that these name, whatever the number of answers", async () => {
  gateway.serve(operations.getVersion.member, { dataSets: [{ name: "Sample", json: '{"name":"Eve","hours":7}' }] });
  gateway.serve(operations.getBatch.member, { ...ended, counts: { ...ended.counts, completed: 8, failed: 2 } });
  gateway.serve(operations.getFailedRows, ({ query }) => {
    const row = { reference: null, code: "render_failed", message: "It cannot be printed." };
    const message = 'The data has no "hours".';
    return query.fromRow === 1
      ? { rows: [{ ...row, row: 2, data: '{"name":"Ada"}', message }], nextRow: 201 }
      : { rows: [{ ...row, row: 207, data: '{"name":"Bo"}' }], nextRow: null };
  });
  const saved: Blob[] = [];
  jest.spyOn(URL, "createObjectURL").mockImplementation((made) => {
    if (made instanceof Blob) saved.push(made);
    return "blob:rows";
  });
  jest.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => undefined);
  const { user } = openDashboard(address);
  await user.click(await screen.findByRole("button", { name: "Download 2 rows that failed" }));
  await waitFor(() => expect(saved).toHaveLength(1));
  expect(await saved[0]?.text()).toBe(
    'name,hours,error\r\nAda,,"The data has no ""hours""."\r\nBo,,It cannot be printed.\r\n',
  );
  expect(gateway.requestsOf(operations.getFailedRows).map(({ query }) => query)).toEqual([
    { fromRow: 1 },
    { fromRow: 201 },
  ]);
});

test("a batch that has ended offers its ZIP and manifest, and its failed rows once more", async () => {
  gateway.serve(operations.getBatch.member, ended);
  gateway.serve(operations.retryBatch.member, {});
  const { user } = openDashboard(address);
  const zip = await screen.findByRole("link", { name: "Download ZIP" });
  expect(zip.getAttribute("href")).toBe(`/api/dashboard/projects/${projectId}/batches/${batchId}/zip`);
  expect(screen.getByRole("link", { name: "Download manifest" })).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Retry 1 failed row" }));
  await waitFor(() =>
    expect(gateway.requestsOf(operations.retryBatch.member)).toEqual([{ params, body: { failed: "all" } }]),
  );
});

test("rows with warnings are counted, listed by a click, and made again", async () => {
  gateway.serve(operations.getBatch.member, { ...ended, rowsWithWarnings: 4 });
  gateway.serve(operations.retryBatch.member, {});
  const { user, address: current } = openDashboard(address);
  await user.click(await screen.findByRole("link", { name: "4 with warnings" }));
  expect(current()).toBe(`${address}?warning=any`);
  await waitFor(() =>
    expect(gateway.requestsOf(operations.listDocuments.member).at(-1)?.query).toMatchObject({
      batchId,
      warning: "any",
    }),
  );
  const filter = screen.getByRole("combobox", { name: "Warnings of rows" });
  await user.selectOptions(filter, "Missing data");
  expect(current()).toBe(`${address}?warning=data.missing`);
  await user.click(screen.getByRole("button", { name: "Retry 4 rows with warnings" }));
  await waitFor(() =>
    expect(gateway.requestsOf(operations.retryBatch.member)).toEqual([{ params, body: { warning: "any" } }]),
  );
});

test("a step that another member was faster with is told", async () => {
  gateway.refuse(operations.pauseBatch.member, { code: "batch.not_open", message: "The batch has ended." });
  const { user } = openDashboard(address);
  await user.click(await screen.findByRole("button", { name: "Pause" }));
  expect(await screen.findByText("The batch has ended.")).toBeTruthy();
});

test("a viewer sees the batch and steers nothing", async () => {
  gateway.serve(operations.getProject, { role: "viewer" });
  openDashboard(address);
  expect(await screen.findByText("5 of 10 rows ended")).toBeTruthy();
  expect(screen.queryByRole("button", { name: /Pause|Cancel|Delete/ })).toBeNull();
});

test("a batch that does not exist leads to the list of batches", async () => {
  gateway.refuse(operations.getBatch.member, { code: "batch.not_found" });
  openDashboard(address);
  expect((await screen.findByRole("link", { name: "All batches" })).getAttribute("href")).toBe(
    `/dashboard${paths.batches({ projectId })}`,
  );
});
