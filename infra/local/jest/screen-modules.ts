import { readFileSync } from "node:fs";
import { registerHooks } from "node:module";
import { fileURLToPath } from "node:url";
import { transformSync } from "rolldown/utils";

// Loads what Vite loads otherwise: files with JSX, style sheets, the addresses of files, and the list of fonts and the
// guide that the dashboard's build writes.

const printedFonts = "virtual:printed-fonts";
const guide = "virtual:guide/";
const sources = {
  /** Each class has the name that it has in the style sheet. */
  styles: "export default new Proxy({}, { get: (_classes, name) => name });",
  /** Without the files of the fonts. */
  printedFonts: [
    "export const fontFaces = [];",
    "export const fontAliases = {};",
    'export const genericFamilies = ["sans-serif", "serif", "monospace"];',
    "export const fallbackFamilies = [];",
  ].join("\n"),
  /** Each document has one heading, which names its file. */
  guide: (name: string) => `export default '<h2 id="about">About ${name}</h2><p>All words of this document.</p>';`,
};

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === printedFonts || specifier.startsWith(guide)
      ? { url: specifier, shortCircuit: true }
      : next(specifier, context),
  load(url, context, next) {
    if (url === printedFonts) return { format: "module", source: sources.printedFonts, shortCircuit: true };
    if (url.startsWith(guide))
      return { format: "module", source: sources.guide(url.slice(guide.length)), shortCircuit: true };
    if (url.endsWith(".css")) return { format: "module", source: sources.styles, shortCircuit: true };
    if (/\.svg$|\?url$/.test(url))
      return { format: "module", source: `export default ${JSON.stringify(url)};`, shortCircuit: true };
    if (url.endsWith(".tsx")) return { format: "module", source: withoutJsx(fileURLToPath(url)), shortCircuit: true };
    return next(url, context);
  },
});

function withoutJsx(path: string): string {
  const { code, errors } = transformSync(path, readFileSync(path, "utf8"), { jsx: { runtime: "automatic" } });
  if (errors.length > 0) throw new Error(errors.map(({ message }) => message).join("\n"));
  return code;
}
