import { expect, test } from "@jest/globals";
import { slowKindsFirst } from "./slow-kinds-first.ts";

const paths = [
  "/src/large.test.ts",
  "/src/x.integration.test.ts",
  "/e2e/long.test.ts",
  "/src/small.test.ts",
  "/proof/a.test.ts",
  "/proof/a.render.test.ts",
  "/e2e/short.test.ts",
];

test("in a new clone, slow kinds of test files run first, in jest's order within a kind", () => {
  expect(slowKindsFirst(paths.map((path) => ({ path }))).map(({ path }) => path)).toEqual([
    "/e2e/long.test.ts",
    "/e2e/short.test.ts",
    "/proof/a.render.test.ts",
    "/proof/a.test.ts",
    "/src/x.integration.test.ts",
    "/src/large.test.ts",
    "/src/small.test.ts",
  ]);
});

test("where jest knows how long a test file took, its order stays", () => {
  const known = paths.map((path, index) => ({ path, duration: index === 0 ? 1 : undefined }));
  expect(slowKindsFirst(known)).toEqual(known);
});
