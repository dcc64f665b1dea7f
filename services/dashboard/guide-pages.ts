import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";
import { documentHtml } from "./document-html.ts";
import { guideNames, guideTitles } from "./src/guide/guide-names.ts";

const moduleName = "virtual:guide/";
const documentFolder = join(import.meta.dirname, "../../docs");

/**
 * The address of a link in the guide. Links to documents that the guide lacks have none: they are for those who run Platen,
 * and no installation serves them.
 */
export function guideAddress(href: string): string | undefined {
  if (/^(https?:|#)/.test(href)) return href;
  const [, name = "", anchor = ""] = /^([\w-]+)\.md(#.*)?$/.exec(href) ?? [];
  return guideNames.some((known) => known === name) ? `/dashboard/guide/${name}${anchor}` : undefined;
}

/** Writes a document of `docs/` as HTML, without its title. */
export function guideHtml(markdown: string): string {
  return documentHtml(markdown, (href, text) => {
    const name = guideNames.find((known) => text === `${known}.md`);
    return { address: guideAddress(href), words: name === undefined ? undefined : `“${guideTitles[name]}”` };
  });
}

/** Builds the documents of `docs/` that template authors read into the dashboard. */
export function guidePages(): Plugin {
  return {
    name: "guide-pages",
    resolveId(id) {
      return id.startsWith(moduleName) ? `\0${id}` : undefined;
    },
    load(id) {
      if (!id.startsWith(`\0${moduleName}`)) return undefined;
      const path = join(documentFolder, `${id.slice(moduleName.length + 1)}.md`);
      this.addWatchFile(path);
      return `export default ${JSON.stringify(guideHtml(readFileSync(path, "utf8")))};`;
    },
  };
}
