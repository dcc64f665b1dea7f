import type { Piece } from "../source/set-content.ts";
import { readMark } from "../source/canvas-marks.ts";
import { pageValueAttribute } from "../canvas/draw-margins.ts";
import { typedPieces } from "../source/set-content.ts";

/** The content of each section's repeats, as JSON, by the section's id. */
export type ReadRepeats = Map<number, string[]>;

type Reading = {
  /** The repeats before the edit; undefined during the first reading. */
  before: ReadRepeats | undefined;
  repeats: ReadRepeats;
  /** Elements that were read already, because browsers may split one in two. */
  seen: Set<number>;
  keepsHardSpaces: boolean;
};

/** Marks a variable that was inserted during the edit, with its tag. */
export const newVariableAttribute = "data-platen-new";

function isElement(node: Node): node is HTMLElement {
  return node.nodeType === Node.ELEMENT_NODE;
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
    return readNodes([...element.childNodes], reading);
  }
  if (element.nodeName === "PLATEN-VARIABLE" || element.hasAttribute(pageValueAttribute)) return [{ keep: id }];
  reading.seen.add(id);
  if (element.childNodes.length === 0 || element.namespaceURI !== "http://www.w3.org/1999/xhtml") return [{ keep: id }];
  return [{ within: id, pieces: readNodes([...element.childNodes], reading) }];
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
  { before, keepsHardSpaces }: { before: ReadRepeats | undefined; keepsHardSpaces: boolean },
): { pieces: Piece[]; repeats: ReadRepeats } {
  const repeats: ReadRepeats = new Map();
  const pieces = readNodes([...element.childNodes], { before, repeats, seen: new Set(), keepsHardSpaces });
  // Browsers end an empty line with a break of their own.
  if (isNewBreak(pieces.at(-1)) && (pieces.length === 1 || isNewBreak(pieces.at(-2)))) pieces.pop();
  return { pieces, repeats };
}

function isNewBreak(piece: Piece | undefined): boolean {
  return typeof piece === "object" && "html" in piece && piece.html === "<br>";
}
