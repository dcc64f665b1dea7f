import { expect, test } from "@jest/globals";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { basename, join, matchesGlob } from "node:path";

const root = join(import.meta.dirname, "../../..");
const files = execFileSync("git", ["ls-files"], { cwd: root, encoding: "utf8" }).split("\n");
const names = new Set(files.map((file) => basename(file)));
const folders = new Set(files.map((file) => file.split("/", 1)[0]));
/** What the map names without its beginning. */
const ofContract = "packages/contracts/src";

const exists = (pattern: string) =>
  files.some((file) => matchesGlob(file, pattern) || matchesGlob(file, `${pattern}/**`));

/** The paths and files in a document's code marks that the repository lacks. `<name>` stands for anything. */
function missingPaths(text: string): string[] {
  return [...text.matchAll(/`([\w*<>./-]+)`/g)].flatMap(([, given = ""]) => {
    const path = given.replaceAll(/<\w+>/g, "*").replace(/\/$/, "");
    const [first = ""] = path.split("/", 1);
    if (!path.includes("/"))
      return !/\.(?:ts|tsx|json|yaml|yml|md)$/.test(path) || names.has(path) || path.includes("*") ? [] : [given];
    const isPath = first !== "" && (folders.has(first) || exists(join(ofContract, first)));
    return !isPath || exists(path) || exists(join(ofContract, path)) ? [] : [given];
  });
}

test.each(["ARCHITECTURE.md", "docs/guarantees.md", "docs/path-of-a-document.md"])(
  "each path that %s names exists",
  (document) => {
    expect(missingPaths(readFileSync(join(root, document), "utf8"))).toEqual([]);
  },
);

test("a path that does not exist is found", () => {
  const text = "`operation.ts`, `services/<each>/src/config.ts`, `platen/floors`; `nowhere.ts`, `packages/none/x.ts`";
  expect(missingPaths(text)).toEqual(["nowhere.ts", "packages/none/x.ts"]);
});
