import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { operations, type Operation } from "@platen/contracts";
import * as deliveries from "@platen/contracts/deliveries";
import * as links from "@platen/contracts/links";
import * as batches from "@platen/contracts/project-batches";
import * as usage from "@platen/contracts/usage";

const folder = join(import.meta.dirname, "src");

test("no page calls an operation that the build leaves out of the table of all operations", () => {
  const ofKeys = Object.entries<Operation>(operations).filter(([, { access }]) => access === "apiKey");
  const leftOut = new Set([
    ...Object.keys(deliveries),
    ...Object.keys(links),
    ...Object.keys(batches),
    ...Object.keys(usage),
    ...ofKeys.map(([name]) => name),
  ]);
  const called = globSync("**/*.{ts,tsx}", { cwd: folder }).flatMap((file) =>
    [...readFileSync(join(folder, file), "utf8").matchAll(/(?<!typeof )\boperations\.(\w+)/g)].map(([, name = ""]) => ({
      file,
      name,
    })),
  );
  expect(called.length).toBeGreaterThan(100);
  expect(called.filter(({ name }) => leftOut.has(name))).toEqual([]);
});
