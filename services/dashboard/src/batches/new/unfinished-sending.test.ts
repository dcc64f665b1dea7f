import { expect, test } from "@jest/globals";
import { forgetUnsavedDrafts } from "../../api/forget-unsaved-drafts.ts";
import { createBrowserStorage } from "../../testing/browser-storage.ts";
import { differenceBetween, markOf } from "./file-mark.ts";
import { createSendingMemory, type UnfinishedSending } from "./unfinished-sending.ts";

const salary = "4711.25";
const file = (text = `name,net\nAda,${salary}\n`, name = "payslips.csv", lastModified = 1_000) =>
  new File([text], name, { lastModified });

test.each<[string, File, string | undefined]>([
  ["the same file", file(), undefined],
  ["another name", file(undefined, "other.csv"), "This file is “other.csv”. The batch is made of “payslips.csv”"],
  ["another size", file("name,net\n"), "it has 9 B in place of 21 B"],
  ["another time", file(undefined, undefined, 2_000), "it was saved at"],
  ["another content of the same size", file("name,net\nEve,4711.25\n"), "its content is another one"],
])("a sending goes on with the file that it began with: %s", async (_what, found, difference) => {
  const told = differenceBetween(await markOf(file()), await markOf(found));
  if (difference === undefined) expect(told).toBeUndefined();
  else expect(told).toContain(difference);
});

test("an unfinished sending is remembered for its account and project, without the file's rows, until it ends", async () => {
  const storage = createBrowserStorage();
  const memory = createSendingMemory(storage, { accountId: "acc_1", projectId: "prj_1" });
  const sending: UnfinishedSending = {
    batchId: "bat_1",
    file: await markOf(file()),
    rows: 1,
    fixed: [{ path: "issuer.name", json: '"Acme"' }],
    targets: [{ path: "net", kind: "number" }],
    fileNames: ["payslip-", 1],
    included: ["hidden"],
    startedAt: Date.now(),
  };
  memory.keep(sending);
  memory.keep({ ...sending, batchId: "bat_2", startedAt: Date.now() - 1_000 });
  memory.keep({ ...sending, batchId: "bat_3", startedAt: Date.now() - 3 * 86_400_000 });
  expect(memory.find("bat_1")).toEqual(sending);
  expect(memory.latest()).toEqual(sending);
  expect(memory.find("bat_3")).toBeUndefined();
  for (const other of [
    { accountId: "acc_2", projectId: "prj_1" },
    { accountId: "acc_1", projectId: "prj_2" },
  ])
    expect(createSendingMemory(storage, other).latest()).toBeUndefined();
  const kept = Array.from({ length: storage.length }, (_, index) => storage.getItem(storage.key(index) ?? ""));
  expect(kept).toHaveLength(2);
  expect(kept.join()).not.toMatch(/4711|Ada/);
  memory.forget("bat_1");
  expect(memory.latest()?.batchId).toBe("bat_2");
  forgetUnsavedDrafts(storage);
  expect(storage.length).toBe(0);
});
