import { join, resolve } from "node:path";
import { expect, test } from "@jest/globals";
import { create } from "./floors.ts";

const root = resolve(import.meta.dirname, "../../../..");
const floors = { "services/a/src": [["ui"], ["pages", "paths.ts"]] };

function mistakesOf(file: string, imported: string): string[] {
  const mistakes: string[] = [];
  const report = ({ message }: { message: string }) => mistakes.push(message);
  const visitor = create({ filename: join(root, file), options: [floors], report });
  visitor.ImportDeclaration?.({ source: { value: imported } });
  return mistakes;
}

test.each([
  ["services/a/src/ui/button.ts", "../pages/page.ts", 1],
  ["services/a/src/ui/button.ts", "../paths.ts", 1],
  ["services/a/src/pages/page.ts", "../routes.ts", 1],
  ["services/a/src/pages/page.ts", "../ui/button.ts", 0],
  ["services/a/src/pages/page.ts", "../paths.ts", 0],
  ["services/a/src/routes.ts", "./pages/page.ts", 0],
  ["services/a/src/ui/button.ts", "./dialog.ts", 0],
  ["services/a/src/ui/button.test.ts", "../pages/page.ts", 0],
  ["services/b/src/ui/button.ts", "../pages/page.ts", 0],
])("in %s, the import of %s is reported %d times", (file, imported, times) => {
  expect(mistakesOf(file, imported)).toHaveLength(times);
});
