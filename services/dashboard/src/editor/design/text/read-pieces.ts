import { idAttribute, type Piece, readMark, typedPieces } from "@platen/template-source";
import { toHex } from "../../../ui/colours.ts";
import { pageValueAttribute } from "../canvas/draw-margins.ts";
import { copyAttribute, formatElement, isElement } from "./format-text.ts";

/** The content of each section's repeats, as JSON, by the section's id. */
export type ReadRepeats = Map<number, string[]>;

/** The styles that formatting changes, of the elements that were there before, by their ids. */
export type ReadStyles = ReadonlyMap<number, Readonly<Record<string, string>>>;

type Reading = {
  /** The styles before the edit. */
  styles: ReadStyles;
  /** The repeats before the edit; undefined during the first reading. */
  before: ReadRepeats | undefined;
  repeats: ReadRepeats;
  /** Elements that were read already, because browsers may split one in two. */
  seen: Set<number>;
  keepsHardSpaces: boolean;
};

/** Marks a variable that was inserted during the edit, with its tag. */
export const newVariableAttribute = "data-platen-new";

/** The elements that formatting makes, and that are kept in pasted text. */
const formats = new Set("a b em i s strong sub sup u".split(" "));

const formatStyles = ["color", "font-size", "font-weight", "font-style", "text-decoration"];

function stylesOf(element: HTMLElement): Record<string, string> {
  return Object.fromEntries(formatStyles.map((name) => [name, element.style.getPropertyValue(name)]));
}

/** The styles of the elements inside one. */
export function readStyles(element: HTMLElement): ReadStyles {
  const inside = [...element.querySelectorAll<HTMLElement>(`[${idAttribute}]`)];
  return new Map(inside.map((one) => [Number(one.getAttribute(idAttribute)), stylesOf(one)]));
}

/** The styles of an element that formatting has changed. */
function changedStyles(
  element: HTMLElement,
  before: Readonly<Record<string, string>> | undefined,
): Record<string, string | undefined> | undefined {
  const changed = Object.entries(stylesOf(element)).filter(([name, value]) => before && before[name] !== value);
  if (changed.length === 0) return undefined;
  return Object.fromEntries(changed.map(([name, value]) => [name, value === "" ? undefined : toHex(value)]));
}

/** Writes the value of an attribute. */
export function escaped(value: string): string {
  return value.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
}

/** The tags of a new element that formatting made; undefined for an element of the browser's own. */
function formatTags(element: HTMLElement): { open: string; close: string } | undefined {
  const name = element.localName;
  if (name === formatElement) {
    const styles = Object.entries(stylesOf(element)).filter(([, value]) => value !== "");
    const style = styles.map(([property, value]) => `${property}: ${toHex(value)}`).join("; ");
    return style === "" ? undefined : { open: `<span style="${escaped(style)}">`, close: "</span>" };
  }
  if (!formats.has(name)) return undefined;
  const href = name === "a" ? element.getAttribute("href") : null;
  if (/^\s*(?:javascript|vbscript|data):/i.test(href ?? "")) return undefined;
  return { open: href === null ? `<${name}>` : `<${name} href="${escaped(href)}">`, close: `</${name}>` };
}

/** The user may edit any repeat: the first one with new content counts. */
function changedRepeat(id: number, repeats: Piece[][], { before, repeats: read }: Reading): Piece {
  const texts = repeats.map((pieces) => JSON.stringify(pieces));
  read.set(id, [...(read.get(id) ?? []), ...texts]);
  const index = before ? texts.findIndex((text) => before.get(id)?.includes(text) !== true) : -1;
  const changed = repeats[index];
  return changed ? { within: id, pieces: changed } : { keep: id };
}

function readElement(element: HTMLElement, reading: Reading): Piece[] {
  const newName = element.getAttribute(newVariableAttribute);
  if (newName !== null) return [{ html: newName }];
  const own = element.getAttribute("data-platen");
  const id = own === null ? undefined : Number(own);
  if (id === undefined || reading.seen.has(id)) {
    // Browsers insert elements of their own when lines are joined or dropped.
    if (element.nodeName === "BR") return [{ html: "<br>" }];
    const pieces = readNodes([...element.childNodes], reading);
    if (id !== undefined && element.hasAttribute(copyAttribute)) return pieces.length > 0 ? [{ copy: id, pieces }] : [];
    const tags = id === undefined ? formatTags(element) : undefined;
    return tags && pieces.length > 0 ? [{ ...tags, pieces }] : pieces;
  }
  if (element.nodeName === "PLATEN-VARIABLE" || element.hasAttribute(pageValueAttribute)) return [{ keep: id }];
  reading.seen.add(id);
  if (element.childNodes.length === 0 || element.namespaceURI !== "http://www.w3.org/1999/xhtml") return [{ keep: id }];
  const styles = changedStyles(element, reading.styles.get(id));
  return [{ within: id, pieces: readNodes([...element.childNodes], reading), ...(styles && { styles }) }];
}

function readNodes(nodes: readonly Node[], reading: Reading): Piece[] {
  const pieces: Piece[] = [];
  const repeats = new Map<number, { at: number; contents: Piece[][] }>();
  for (let index = 0; index < nodes.length; index += 1) {
    const node = nodes[index];
    if (!node) continue;
    if (node.nodeType === Node.TEXT_NODE) {
      const text = node.nodeValue ?? "";
      pieces.push(...typedPieces(reading.keepsHardSpaces ? text : text.replaceAll("\u00a0", " ")));
    } else if (isElement(node)) {
      pieces.push(...readElement(node, reading));
    } else {
      const mark = readMark(node.nodeValue ?? "");
      if (!mark || mark.isEnd) continue;
      const length = nodes.slice(index + 1).findIndex((other) => {
        const end = other.nodeType === Node.COMMENT_NODE ? readMark(other.nodeValue ?? "") : undefined;
        return end?.isEnd === true && end.id === mark.id;
      });
      if (length < 0) continue;
      const content = nodes.slice(index + 1, index + 1 + length);
      // Each repeat contains the same elements.
      const inner: Reading = { ...reading, seen: new Set(reading.seen) };
      const read = readNodes(content, inner);
      const repeat = repeats.get(mark.id);
      if (repeat) repeat.contents.push(read);
      else {
        repeats.set(mark.id, { at: pieces.length, contents: [read] });
        pieces.push({ keep: mark.id });
      }
      index += length + 1;
    }
  }
  for (const [id, { at, contents }] of repeats) pieces[at] = changedRepeat(id, contents, reading);
  return pieces;
}

/** Reads the content of a canvas element back as pieces of the source. */
export function readPieces(
  element: HTMLElement,
  { before, ...options }: { before: ReadRepeats | undefined; styles: ReadStyles; keepsHardSpaces: boolean },
): { pieces: Piece[]; repeats: ReadRepeats } {
  const repeats: ReadRepeats = new Map();
  const pieces = readNodes([...element.childNodes], { ...options, before, repeats, seen: new Set() });
  // Browsers end an empty line with a break of their own.
  if (isNewBreak(pieces.at(-1)) && (pieces.length === 1 || isNewBreak(pieces.at(-2)))) pieces.pop();
  return { pieces, repeats };
}

function isNewBreak(piece: Piece | undefined): boolean {
  return typeof piece === "object" && "html" in piece && piece.html === "<br>";
}
