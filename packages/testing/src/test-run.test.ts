import { execFileSync } from "node:child_process";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createTemporaryFolder } from "@platen/provisioning";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { describeSources, keepTestRun, readTestRun, type FileResult } from "./test-run.ts";

const result: FileResult = { name: "/a.test.ts", message: "", startTime: 1, endTime: 2, assertionResults: [] };
let root: string;

beforeEach(async () => {
  root = await createTemporaryFolder("platen-test-run-");
  execFileSync("git", ["init", "--quiet"], { cwd: root });
  await writeFile(join(root, ".gitignore"), ".data/\n");
  await writeFile(join(root, "a.ts"), "1");
  execFileSync("git", ["add", "."], { cwd: root });
});
afterEach(() => rm(root, { recursive: true }));

async function keep(): Promise<void> {
  const sources = await describeSources(root);
  if (sources === undefined) throw new Error("git does not list the sources");
  await keepTestRun(root, sources, [result]);
}

test("the same sources find the results of their run", async () => {
  expect(await readTestRun(root)).toBeUndefined();
  await keep();
  expect((await readTestRun(root))?.files).toEqual([result]);
});

test.each([
  ["a changed", "a.ts", "2"],
  ["a new", "b.ts", "1"],
])("%s source invalidates the results", async (_what, name, content) => {
  await keep();
  await writeFile(join(root, name), content);
  expect(await readTestRun(root)).toBeUndefined();
});

test("a deleted source invalidates the results", async () => {
  await keep();
  await rm(join(root, "a.ts"));
  expect(await readTestRun(root)).toBeUndefined();
});

test("a file that git ignores does not invalidate the results", async () => {
  await keep();
  await writeFile(join(root, ".data/other"), "1");
  expect(await readTestRun(root)).toBeDefined();
});

test("without git there are no results", async () => {
  await keep();
  await rm(join(root, ".git"), { recursive: true });
  expect(await describeSources(root)).toBeUndefined();
  expect(await readTestRun(root)).toBeUndefined();
});
