import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { neededSuffix, suffixOf } from "./test-needs.ts";

// In quotes here, the check would take them for imports of this file.
const testing = JSON.stringify("@platen/testing");
const engineProof = JSON.stringify("@platen/engine/".concat("proof"));

let root: string;
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), "platen-needs-"));
});
afterAll(() => rmSync(root, { recursive: true }));

function write(name: string, source: string): string {
  writeFileSync(join(root, name), source);
  return name;
}

test("a test that starts a server itself, or through a file it imports, is an integration test", () => {
  const direct = write("a.test.ts", `import { waitFor, createTestRedis } from ${testing};`);
  write("fixture.ts", `import {\n  startPlaten,\n} from ${testing};`);
  const through = write("b.test.ts", 'import { fixture } from "./fixture.ts";');
  expect([direct, through].map((file) => neededSuffix(root, file))).toEqual([".integration", ".integration"]);
});

test("a test that starts Chromium alone is a render test", () => {
  const chromium = write("c.test.ts", `import { testChromiumPath } from ${testing};`);
  const engine = write("d.test.ts", `import { startTestEngine } from ${engineProof};`);
  expect([chromium, engine].map((file) => neededSuffix(root, file))).toEqual([".render", ".render"]);
});

test("a test that starts neither has no suffix, also when it imports types or waits for events", () => {
  const types = write("e.test.ts", `import { waitFor, type Platen } from ${testing};\nimport "./missing.ts";`);
  expect(neededSuffix(root, types)).toBe("");
});

test.each([
  ["a.test.ts", ""],
  ["a.integration.test.ts", ".integration"],
  ["a.render.test.ts", ".render"],
])("%s has the suffix %j", (file, suffix) => {
  expect(suffixOf(file)).toBe(suffix);
});
