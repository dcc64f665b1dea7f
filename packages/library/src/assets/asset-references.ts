import type { Tag } from "@platen/mustache";
import { attributeOf, readElements, type Attribute, type Element } from "./read-elements.ts";
import type { StyleFace } from "./read-style-face.ts";
import { readStyle } from "./read-style.ts";
import type { Range } from "./style-reader.ts";
import { mask, taggedText, type TaggedText } from "./tagged-text.ts";

/** The name of an asset as a text writes it, with `asset:` before it. */
export type AssetReference = Range & {
  /** The name; of one with tags in it, the fixed beginning. */
  name: string;
  /** Whether tags of the template are in the name. */
  isDynamic: boolean;
};

/** A place in a text that leads to an asset. */
export type AssetPlace =
  /** A `use` of an SVG shows nothing of another file. */
  | { kind: "address" | "script" | "use"; reference: AssetReference }
  /** An `@import`, or a `<link>` to a style sheet. `before` and `after` go around the text of the style sheet. */
  | (Range & { kind: "import"; reference: AssetReference; before: string; after: string; isConditional: boolean })
  /** An `@font-face`. Its fonts are addresses if it stays. */
  | (Range & { kind: "face"; references: AssetReference[]; face: StyleFace; isConditional: boolean });

export type AssetPlaces = {
  places: AssetPlace[];
  /** The families of fonts that the text may name, in lower case. */
  families: Set<string>;
  /** The families that its own `@font-face` rules define, in lower case. */
  ownFamilies: Set<string>;
};

export const assetScheme = "asset:";

/** Attributes with one address, and the elements on which they show a file. */
const addressAttributes: Readonly<Record<string, ReadonlySet<string> | "any">> = {
  src: new Set(["img", "input", "source", "script", "image"]),
  href: new Set(["image", "feimage", "use", "link"]),
  "xlink:href": new Set(["image", "feimage", "use"]),
  poster: new Set(["video"]),
  background: "any",
};
const setAttributes: ReadonlySet<string> = new Set(["srcset", "imagesrcset"]);
const familyAttributes: ReadonlySet<string> = new Set(["font-family", "face"]);

const endOfAddress = /#/;
const endInSet = /[\s,#]/;

/** Finds the places of assets in HTML of a template, whose attributes and styles may have tags in them. */
export function placesInHtml(html: string): AssetPlaces {
  const found: AssetPlaces = { places: [], families: new Set(), ownFamilies: new Set() };
  const tagged = taggedText(html, { isMustache: true });
  for (const element of readElements(tagged.masked)) {
    if (element.styleEnd !== undefined) {
      const isConditional = (attributeOf(element, "media")?.valueEnd ?? 0) > 0;
      readStyles(found, tagged, { start: element.end, end: element.styleEnd }, { isConditional });
    }
    for (const attribute of element.attributes) readAttribute(found, tagged, element, attribute);
  }
  return found;
}

/** Finds the places of assets in CSS, which has no tags. */
export function placesInCss(css: string): AssetPlaces {
  const found: AssetPlaces = { places: [], families: new Set(), ownFamilies: new Set() };
  const tagged = taggedText(css, { isMustache: false });
  readStyles(found, tagged, { start: 0, end: css.length }, { isConditional: false });
  return found;
}

function readAttribute(found: AssetPlaces, tagged: TaggedText, element: Element, attribute: Attribute): void {
  const { name, valueStart, valueEnd } = attribute;
  if (valueStart === valueEnd) return;
  if (name === "style") {
    // Most styles of a table's cells have neither files nor fonts.
    if (!/asset:|font|--/i.test(tagged.masked.slice(valueStart, valueEnd))) return;
    readStyles(found, tagged, { start: valueStart, end: valueEnd }, { isConditional: true, isAttribute: true });
    return;
  }
  if (familyAttributes.has(name)) {
    const value = withoutReferences(tagged.masked.slice(valueStart, valueEnd));
    for (const family of readStyle(`font-family:${value}`).families) found.families.add(family);
    return;
  }
  const elements = addressAttributes[name];
  const isSet = setAttributes.has(name);
  if (!isSet && (elements === undefined || (elements !== "any" && !elements.has(element.name)))) return;
  const references = referencesIn(tagged, { start: valueStart, end: valueEnd }, isSet);
  const reference = asOne(references);
  if (!reference) return;
  if (element.name === "link" && isStyleSheet(tagged, element)) {
    const media = attributeOf(element, "media");
    const written = media ? tagged.text.slice(media.start, media.valueEnd) : "";
    // The closing quote is behind the value.
    const closing =
      media && /["']/.test(tagged.text.charAt(media.valueStart - 1)) ? tagged.text[media.valueStart - 1] : "";
    found.places.push({
      kind: "import",
      start: element.start,
      end: element.end,
      reference,
      before: media ? `<style ${written}${closing}>` : "<style>",
      after: "</style>",
      isConditional: media !== undefined || tagged.isInSection(element.start),
    });
    return;
  }
  const kind = element.name === "script" || element.name === "use" ? element.name : "address";
  found.places.push(...references.map((reference) => ({ kind, reference }) as const));
}

function isStyleSheet(tagged: TaggedText, element: Element): boolean {
  const rel = attributeOf(element, "rel");
  const words = rel ? tagged.masked.slice(rel.valueStart, rel.valueEnd).toLowerCase().split(/\s+/) : [];
  return words.includes("stylesheet") && !words.includes("alternate");
}

/** The references in an address, or in a list of addresses: at its start, and behind a tag that opens or closes a section. */
function referencesIn(tagged: TaggedText, { start, end }: Range, isSet: boolean): AssetReference[] {
  const value = tagged.masked.slice(start, end);
  const found: AssetReference[] = [];
  for (let at = value.indexOf(assetScheme); at !== -1; at = value.indexOf(assetScheme, at)) {
    if (mayStart(tagged, value, start, at, isSet)) {
      const reference = readReference(tagged, start + at, end, isSet ? endInSet : endOfAddress);
      found.push(reference);
      at = reference.end - start;
    } else {
      at += assetScheme.length;
    }
  }
  return found;
}

/** One reference for the place of a style sheet. Several, in sections, are a name with tags. */
function asOne(references: readonly AssetReference[]): AssetReference | undefined {
  const [first] = references;
  return first && references.length > 1 ? { ...first, end: references.at(-1)?.end ?? 0, isDynamic: true } : first;
}

/** Whether an address may start at an offset of a value. */
function mayStart(tagged: TaggedText, value: string, start: number, at: number, isSet: boolean): boolean {
  let position = at;
  while (position > 0 && /\s/.test(value.charAt(position - 1))) position -= 1;
  if (position === 0) return true;
  const last = value.charAt(position - 1);
  if (last !== mask) return isSet && last === ",";
  const tag = tagged.tags[tagged.tagFrom(start + position - 1)];
  return tag !== undefined && mayComeBefore(tag);
}

/** Whether a tag prints nothing itself, so that an address may start behind it. */
function mayComeBefore({ kind }: Tag): boolean {
  return kind !== "variable" && kind !== "raw";
}

const nextName = /\s*asset:/y;

/** Reads a name up to a mark, to the end of the range, or to the tag that closes the section around it. */
function readReference(tagged: TaggedText, start: number, limit: number, mark: RegExp): AssetReference {
  const nameStart = start + assetScheme.length;
  let end = nameStart;
  let fixedEnd: number | undefined;
  let depth = 0;
  for (let index = tagged.tagFrom(nameStart); ; index += 1) {
    const tag = tagged.tags[index];
    const textEnd = tag && tag.start < limit ? tag.start : limit;
    const text = tagged.text.slice(end, textEnd);
    const marked = text.search(mark);
    end = marked === -1 ? textEnd : end + marked;
    if (marked !== -1 || !tag || textEnd === limit) break;
    if (tag.kind === "close" && depth === 0) break;
    nextName.lastIndex = tag.end;
    if (mayComeBefore(tag) && nextName.test(tagged.text)) break;
    fixedEnd ??= end;
    if (tag.kind === "section" || tag.kind === "inverted") depth += 1;
    if (tag.kind === "close") depth -= 1;
    end = Math.min(tag.end, limit);
  }
  const written = tagged.text.slice(nameStart, fixedEnd ?? end);
  const name = fixedEnd === undefined ? written.trimEnd() : written;
  if (fixedEnd === undefined) end = nameStart + name.length;
  return { start, end, name, isDynamic: fixedEnd !== undefined };
}

function readStyles(
  found: AssetPlaces,
  tagged: TaggedText,
  { start, end }: Range,
  { isConditional, isAttribute = false }: { isConditional: boolean; isAttribute?: boolean },
): void {
  const masked = tagged.masked.slice(start, end);
  const style = readStyle(isAttribute ? withoutReferences(masked) : masked);
  const inText = (range: Range): Range => ({ start: start + range.start, end: start + range.end });
  const referenceIn = (range: Range): AssetReference | undefined => asOne(referencesIn(tagged, inText(range), false));

  for (const address of style.addresses) {
    for (const reference of referencesIn(tagged, inText(address), false))
      found.places.push({ kind: "address", reference });
  }
  for (const rule of style.imports) {
    const reference = referenceIn(rule.address);
    if (!reference) continue;
    found.places.push({
      kind: "import",
      ...inText(rule),
      reference,
      before: rule.around.map((opening) => `${opening}{`).join(""),
      after: "}".repeat(rule.around.length),
      isConditional: isConditional || rule.around.length > 0 || tagged.isInSection(start + rule.start),
    });
  }
  for (const face of style.faces) {
    if (face.family !== undefined) found.ownFamilies.add(face.family.toLowerCase());
    const references = face.addresses.flatMap((address) => referencesIn(tagged, inText(address), false));
    if (references.length === 0) continue;
    const rule = inText(face);
    const hasTags = tagged.tags[tagged.tagFrom(rule.start)]?.start ?? Infinity;
    found.places.push({
      kind: "face",
      ...rule,
      references,
      face,
      isConditional: isConditional || !face.isTopLevel || hasTags < rule.end || tagged.isInSection(rule.start),
    });
  }
  for (const family of style.families) found.families.add(family);
}

/** A text whose quotes are written out, with white space behind them, so that all offsets stay. */
function withoutReferences(text: string): string {
  return text.replaceAll(/&(?:quot|apos|#39|#34|#x27|#x22);/gi, (reference) =>
    (/quot|34|22/.test(reference) ? '"' : "'").padEnd(reference.length),
  );
}
