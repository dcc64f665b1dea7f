import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { checkStorage } from "./check-storage.ts";
import { createStorage, type Storage } from "./index.ts";
import { broken, pieces, testStorage } from "./test-storage.ts";

let folder: string;
let storage: Storage;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "platen-storage-"));
  storage = createStorage({ url: pathToFileURL(folder).href });
});

afterAll(() => rm(folder, { recursive: true }));

testStorage(() => storage);

test("only the user of the process reads an object", async () => {
  await storage.put("prj_2/cnt_1.pdf", pieces("abc"));
  expect((await stat(join(folder, "prj_2/cnt_1.pdf"))).mode & 0o777).toBe(0o600);
  expect((await stat(join(folder, "prj_2"))).mode & 0o777).toBe(0o700);
});

test("an object whose content breaks off leaves no file", async () => {
  await expect(storage.put("prj_5/cnt_1.pdf", broken("abc"))).rejects.toThrow("broke off");
  expect(await readdir(join(folder, "prj_5"))).toEqual([]);
});

test("deleting removes what a killed process has left of an object", async () => {
  await storage.put("prj_6/cnt_1.pdf", pieces("abc"));
  await writeFile(join(folder, "prj_6/cnt_2.pdf"), "ab");
  await storage.delete("prj_6/cnt_1.pdf");
  await storage.delete("prj_6/cnt_2.pdf");
  expect(await readdir(join(folder, "prj_6"))).toEqual([]);
});

test("a list leaves out what others have put into the folder", async () => {
  await mkdir(join(folder, "lost+found"));
  for (const name of ["lost+found/x.pdf", "x y.pdf", "notes.txt"]) await writeFile(join(folder, name), "abc");
  await storage.put("prj_8/cnt_1.pdf", pieces("abc"));
  const keys: string[] = [];
  for await (const { key } of storage.list()) if (!/prj_[1-7]/.test(key)) keys.push(key);
  expect(keys).toEqual(["prj_8/cnt_1.pdf"]);
});

test("a check works where a killed one has left its object", async () => {
  await mkdir(join(folder, "platen-check"), { recursive: true });
  await writeFile(join(folder, "platen-check/left.pdf"), "Pla");
  await checkStorage(storage, "left");
  expect(await readdir(join(folder, "platen-check"))).toEqual([]);
});

test("the check of a folder that is a file says what to do", async () => {
  await writeFile(join(folder, "file"), "");
  const misplaced = createStorage({ url: pathToFileURL(join(folder, "file")).href });
  await expect(checkStorage(misplaced)).rejects.toThrow(
    "The storage of kept PDFs cannot write an object: ENOTDIR. Name a folder in STORAGE_URL.",
  );
});
