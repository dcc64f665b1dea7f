import type { HtmlPage } from "./html-page.ts";
import { importCss } from "./import-css.ts";
import type { Attribute, Element } from "./list-elements.ts";
import { isWebAddress, resolveAddress, shown } from "./resolve-address.ts";

/** Attributes that name a picture. */
const pictures: Readonly<Record<string, readonly string[]>> = {
  img: ["src", "data-src"],
  source: ["src"],
  input: ["src"],
  video: ["poster"],
  body: ["background"],
  table: ["background"],
  td: ["background"],
  th: ["background"],
  tr: ["background"],
  image: ["href", "xlink:href"],
  feimage: ["href", "xlink:href"],
};
/** Attributes that load what a PDF does not show. */
const others: Readonly<Record<string, readonly string[]>> = {
  iframe: ["src"],
  embed: ["src"],
  object: ["data"],
  audio: ["src"],
  video: ["src"],
  track: ["src"],
  frame: ["src"],
  use: ["href", "xlink:href"],
};

/** Brings the addresses in an element's attributes into the library, or tells why they stay. */
export function importAttributes(page: HtmlPage, element: Element): void {
  const { attributes } = element;
  for (const each of pictures[element.name] ?? []) {
    const attribute = attributes.get(each);
    if (attribute) importAddress(page, attribute);
  }
  for (const each of others[element.name] ?? []) {
    const attribute = attributes.get(each);
    const address = attribute && page.valueOf(attribute);
    if (!attribute || !address || address.startsWith("#")) continue;
    const isWeb = isWebAddress(address);
    const message = "Platen prints no frames, sounds, films or other files here.";
    page.report(attribute.start, { subject: shown(address), outcome: isWeb ? "web" : "kept", message });
  }
  const srcset = attributes.get("srcset");
  if (srcset) importSrcset(page, srcset);
  const style = attributes.get("style");
  if (style) {
    const value = page.valueOf(style);
    const { line, column } = page.positionAt(style.start);
    const written = importCss({ text: value, from: page.from, file: page.name, line, column }, page.context);
    if (written !== value) page.write(style, written);
  }
  if (element.name === "a" || element.name === "area") {
    const href = attributes.get("href");
    const address = href && page.valueOf(href);
    if (href && address && !address.startsWith("#")) {
      page.report(href.start, { subject: shown(address), outcome: "kept", message: "A link needs no file." });
    }
  }
}

export function importAddress(page: HtmlPage, attribute: Attribute): void {
  const value = page.valueOf(attribute);
  const replacement = resolveAddress(value, page.placeOf(attribute.start), page.context);
  if (replacement) page.write(attribute, replacement.text + value.slice(replacement.length));
}

function importSrcset(page: HtmlPage, attribute: Attribute): void {
  const value = page.valueOf(attribute);
  const written = splitSrcset(value).map(({ address, rest }) => {
    const replacement = resolveAddress(address, page.placeOf(attribute.start), page.context);
    return `${replacement ? replacement.text + address.slice(replacement.length) : address}${rest}`;
  });
  if (written.length > 0) page.write(attribute, written.join(", "));
}

/** The addresses of a `srcset` and what follows each. */
function splitSrcset(value: string): { address: string; rest: string }[] {
  const found: { address: string; rest: string }[] = [];
  let at = 0;
  while (at < value.length) {
    while (/[\s,]/.test(value.charAt(at))) at += 1;
    let end = at;
    while (end < value.length && !/\s/.test(value.charAt(end))) end += 1;
    const written = value.slice(at, end);
    if (written === "") break;
    if (written.endsWith(",")) {
      found.push({ address: written.replace(/,+$/, ""), rest: "" });
      at = end;
      continue;
    }
    const comma = value.indexOf(",", end);
    const restEnd = comma === -1 ? value.length : comma;
    found.push({ address: written, rest: value.slice(end, restEnd).trimEnd() });
    at = restEnd + 1;
  }
  return found;
}
