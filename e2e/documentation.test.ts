import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { expect, test } from "@jest/globals";

const rootFolder = resolve(import.meta.dirname, "..");
const documents = globSync(["*.md", "{docs,k8s,bench}/**/*.md", "{packages,services,infra}/*/*.md"], {
  cwd: rootFolder,
  exclude: (path) => path.includes("node_modules"),
});

const read = (path: string) => readFileSync(join(rootFolder, path), "utf8");
const withoutCode = (text: string) => text.replaceAll(/^ *```.*?^ *```/gms, "").replaceAll(/`[^`\n]*`/g, "");

/** The relative links of a document, each as the path from the root and the heading it names. */
function linksOf(document: string): { path: string; heading: string | undefined }[] {
  const targets = [...withoutCode(read(document)).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = ""]) => target);
  return targets
    .filter((target) => !/^[a-z]+:/.test(target))
    .map((target) => {
      const [path = "", heading] = target.split("#");
      return { path: path === "" ? document : join(dirname(document), path), heading };
    });
}

/** The headings of a document as links write them. */
function headingsOf(document: string): string[] {
  const headings = read(document)
    .replaceAll(/^ *```.*?^ *```/gms, "")
    .matchAll(/^#+ (.*)$/gm);
  return [...headings].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
      .replaceAll(" ", "-"),
  );
}

test("every link between documents leads to a file and a heading", () => {
  const links = documents.flatMap((document) => linksOf(document).map((link) => ({ document, ...link })));
  expect(links.length).toBeGreaterThan(80);
  const broken = links.filter(
    ({ path, heading }) =>
      !existsSync(join(rootFolder, path)) || (heading !== undefined && !headingsOf(path).includes(heading)),
  );
  expect(broken).toEqual([]);
});

test("the index names every document", () => {
  const named = new Set(linksOf("docs/README.md").map(({ path }) => path));
  const wanted = new Set([...documents, ...globSync("docs/*.json", { cwd: rootFolder })]);
  expect(wanted.size).toBeGreaterThan(30);
  expect([...wanted].filter((path) => !named.has(path) && !isNamedElsewhere(path))).toEqual([]);
});

/** Documents that one starts from, and those of a single part. */
function isNamedElsewhere(path: string): boolean {
  return ["README.md", "docs/README.md"].includes(path) || path.startsWith("infra/");
}
