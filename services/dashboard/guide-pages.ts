import { existsSync, readFileSync } from "node:fs";
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

/** The size of a picture that Chromium has written as WebP, as attributes: with it, the text does not move as pictures load. */
function sizeOf(picture: Buffer): string {
  if (picture.toString("latin1", 12, 16) !== "VP8X")
    throw new Error("A picture of the guide is not WebP with a header.");
  return `width="${picture.readUIntLE(24, 3) + 1}" height="${picture.readUIntLE(27, 3) + 1}"`;
}

/** Writes a document of `docs/` as HTML, without its title. */
export function guideHtml(markdown: string): string {
  const html = documentHtml(markdown, (href, text) => {
    const name = guideNames.find((known) => text === `${known}.md`);
    return { address: guideAddress(href), words: name === undefined ? undefined : `“${guideTitles[name]}”` };
  });
  return html.replaceAll(/(<img src="([^"]+)")([^>]*>)/g, (_image, start: string, path: string, rest: string) => {
    const file = join(documentFolder, path);
    // A picture of the dashboard can be taken only once the dashboard is built.
    return existsSync(file) ? `${start} ${sizeOf(readFileSync(file))} loading="lazy"${rest}` : "";
  });
}

/** Whether a part of divided HTML is the address of a picture: each second one is. */
const isPicture = (index: number) => index % 2 === 1;

/** A module with the HTML. Its pictures are imported, so that the build adds them to the dashboard's files. */
export function guideModule(html: string): string {
  const parts = html.split(/(?<=<img src=")([^"]+)(?=")/);
  const imports = parts.map((path, index) =>
    isPicture(index) ? `import picture${index} from ${JSON.stringify(join(documentFolder, path))};\n` : "",
  );
  const written = parts.map((part, index) => (isPicture(index) ? `picture${index}` : JSON.stringify(part)));
  return `${imports.join("")}export default ${written.join(" + ")};`;
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
      return guideModule(guideHtml(readFileSync(path, "utf8")));
    },
  };
}
