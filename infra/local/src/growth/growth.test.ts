import { globSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { expect, test } from "@jest/globals";
import { countRepeatedSearches } from "@platen/testing/growth";

const rootFolder = resolve(import.meta.dirname, "../../../..");

/** The packages and services that read what callers send. */
const product = [
  "packages/{config,contracts,egress,engine,formats,http,library,mustache,pdf,queue,service-tokens,telemetry,template-filler}",
  "services/{catalog,courier,gateway,worker}",
];

const read = (file: string) => readFileSync(join(rootFolder, file), "utf8");
const filesOf = (pattern: string) =>
  product.flatMap((folder) => globSync(`${folder}/src/${pattern}`, { cwd: rootFolder }));

/** Files that no growth test names, with the reason. */
const withoutGrowthTest: Readonly<Record<string, string>> = {
  "packages/contracts/src/openapi-sdk.ts": "reads what this repository declares",
  "packages/engine/src/chromium/chromium-command.ts": "reads what the operator writes",
  "packages/engine/src/chromium/pipe-transport.ts": "searches bytes for one byte",
  "packages/engine/src/fonts/font-set.ts": "searches bytes for one byte",
  "packages/engine/src/pages/renderer-watch.ts": "reads what the system writes",
  "packages/formats/src/charts/fit-labels.ts": "reads data only in a process that is killed at its limits",
  "packages/formats/src/formulas/formula-tokens.ts": "reads at most the 500 characters of a formula",
  "services/gateway/src/batches/read-lines.ts": "searches bytes for one byte",
  "services/gateway/src/pages/docs/operation-section.ts": "reads what this repository declares",
};

/**
 * The linter refuses regular expressions that take more than linear time, and one search reads a text once. A search in a
 * loop remains.
 */
test("a growth test measures each product file that searches a text from a position, unless a reason is given", () => {
  const searching = filesOf("**/*.ts").filter(
    (file) => !/\.test\.ts$|\/test(?:ing\/|-)/.test(file) && countRepeatedSearches(read(file)) > 0,
  );
  const measured = filesOf("**/*.growth.test.ts").flatMap((file) =>
    [...read(file).matchAll(/\bfiles(?:: | = )\[([^\]]*)\]/g)].flatMap(([, list = ""]) =>
      [...list.matchAll(/"([^"]+)"/g)].map(([, name = ""]) =>
        relative(rootFolder, resolve(rootFolder, dirname(file), `${name}.ts`)),
      ),
    ),
  );
  expect(measured.length).toBeGreaterThan(80);
  const unmeasured = searching.filter((file) => !measured.includes(file));
  expect(unmeasured.toSorted()).toEqual(Object.keys(withoutGrowthTest).toSorted());
});
