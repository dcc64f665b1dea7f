import { existsSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { Plugin } from "vite";

/** The folder of a package that a module belongs to. */
function packageFolder(moduleId: string): string[] {
  const [folder] = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(moduleId) ?? [];
  return folder === undefined ? [] : [folder];
}

/** The text of a package's licence, or its name if the package has no text. */
function licenceOf(folder: string): string {
  const path = join(folder, "LICENSE");
  if (existsSync(path)) return readFileSync(path, "utf8").trim();
  const { license, author }: { license?: unknown; author?: unknown } = JSON.parse(
    readFileSync(join(folder, "package.json"), "utf8"),
  );
  return `License: ${String(license)}. Author: ${String(author)}.`;
}

/** Writes the licences of the packages in the file of a worker, which must go with it. Vite's own list has those of the page alone. */
export function workerLicences(): Plugin {
  return {
    name: "worker-licences",
    generateBundle(_options, bundle) {
      const modules = Object.values(bundle).flatMap((file) => (file.type === "chunk" ? file.moduleIds : []));
      const folders = [...new Set(modules.flatMap(packageFolder))].toSorted();
      const texts = folders.map((folder) => `## ${basename(folder)}\n\n${licenceOf(folder)}\n`);
      this.emitFile({ type: "asset", fileName: "worker-licenses.md", source: texts.join("\n") });
    },
  };
}
