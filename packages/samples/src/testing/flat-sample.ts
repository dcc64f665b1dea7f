import { composeSnippets } from "@platen/library";
import type { Sample } from "../index.ts";

const mediaTypes: Readonly<Record<string, string>> = { svg: "image/svg+xml", woff2: "font/woff2" };

/**
 * A sample as one text, for tests without the library of a project: its snippets are in place, and its files are `data:`
 * addresses. Throws for a snippet or a file that it lacks.
 */
export function flatSample<T extends Pick<Sample, "html" | "css" | "assets" | "snippets">>(sample: T): T {
  const { texts, mistakes, warnings } = composeSnippets(sample, { snippets: sample.snippets });
  if (mistakes.length + warnings.length > 0) throw new Error(JSON.stringify([...mistakes, ...warnings]));
  const addresses = new Map(
    sample.assets.map(({ name, bytes }) => {
      const mediaType = mediaTypes[name.slice(name.lastIndexOf(".") + 1)];
      if (mediaType === undefined) throw new Error(`no media type of ${name}`);
      return [name, `data:${mediaType};base64,${bytes.toString("base64")}`];
    }),
  );
  const inPlace = (text: string) =>
    text.replaceAll(/asset:([\w./-]+)/g, (_, name: string) => {
      const address = addresses.get(name);
      if (address === undefined) throw new Error(`the sample has no file ${name}`);
      return address;
    });
  // A template may name the family of a font alone, which no file without a library does.
  const faces = sample.assets
    .filter(({ name }) => name.endsWith(".woff2"))
    .map(({ name }) => {
      const family = name.slice(0, -".woff2".length);
      return `@font-face { font-family: ${family}; font-weight: 100 900; src: url(${addresses.get(name)}); }\n`;
    });
  return { ...sample, html: inPlace(texts.html.text), css: faces.join("") + inPlace(texts.css.text) };
}
