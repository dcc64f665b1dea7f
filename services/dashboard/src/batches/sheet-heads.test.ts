import { expect, test } from "@jest/globals";
import { forgetUnsavedDrafts } from "../api/forget-unsaved-drafts.ts";
import { createBrowserStorage } from "../testing/browser-storage.ts";
import { createSheetHeads } from "./sheet-heads.ts";

const owner = { accountId: "acc_1", projectId: "prj_1" };

test("the heads of a file's columns are remembered for its batch and its template, until the account signs out", () => {
  const storage = createBrowserStorage();
  const heads = createSheetHeads(storage, owner);
  heads.keep({ batchId: "bat_1", templateId: "tpl_1", columns: [{ path: "net", header: "Lohn" }] });
  heads.keep({ batchId: "bat_2", templateId: "tpl_1", columns: [{ path: "net", header: "Netto" }] });
  expect([...heads.ofBatch("bat_1")]).toEqual([["net", "Lohn"]]);
  expect([...heads.ofTemplate("tpl_1")]).toEqual([["Netto", "net"]]);
  expect([heads.ofBatch("bat_3").size, heads.ofTemplate("tpl_2").size]).toEqual([0, 0]);
  expect(createSheetHeads(storage, { ...owner, accountId: "acc_2" }).ofBatch("bat_1").size).toBe(0);
  forgetUnsavedDrafts(storage);
  expect(heads.ofBatch("bat_1").size).toBe(0);
});

test("the heads of the last thirty batches are kept, and a full storage stops no sending", () => {
  const storage = createBrowserStorage();
  const heads = createSheetHeads(storage, owner);
  for (let number = 1; number <= 31; number += 1)
    heads.keep({ batchId: `bat_${number}`, templateId: "tpl_1", columns: [{ path: "net", header: "Lohn" }] });
  expect([heads.ofBatch("bat_1").size, heads.ofBatch("bat_31").size]).toEqual([0, 1]);
  const full = createSheetHeads(createBrowserStorage(10), owner);
  full.keep({ batchId: "bat_1", templateId: "tpl_1", columns: [] });
  expect(full.ofTemplate("tpl_1").size).toBe(0);
});
