import type { Piece } from "../source/set-content.ts";
import { readMark } from "../source/canvas-marks.ts";
import { typedPieces } from "../source/set-content.ts";

/** What the repeats of each section read as. */
export type ReadRepeats = Map<number, string[]>;

type Reading = {
  /** From before the edit; undefined in the reading that is made then. */
  before: ReadRepeats | undefined;
  repeats: ReadRepeats;
  /** Elements that were read already: a browser may cut one in two. */
  seen: Set<number>;
  keepsHardSpaces: boolean;
};

/** The name of a variable that was put in during the edit. */
export const newVariableAttribute = "data-platen-new";

function isElement(node: Node): node is HTMLElement {
  return node.nodeType === Node.ELEMENT_NODE;
}

/** Any repeat may be the one that was edited: the first that reads as none did before counts. */
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
    // What browsers put in of themselves when lines are joined or dropped.
    if (element.nodeName === "BR") return [{ html: "<br>" }];
    return readNodes([...element.childNodes], reading);
  }
  if (element.nodeName === "PLATEN-VARIABLE") return [{ keep: id }];
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
      // The same elements come again in each repeat.
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

/** Reads the content of an element of the canvas back as pieces of the source. */
export function readPieces(
  element: HTMLElement,
  { before, keepsHardSpaces }: { before: ReadRepeats | undefined; keepsHardSpaces: boolean },
): { pieces: Piece[]; repeats: ReadRepeats } {
  const repeats: ReadRepeats = new Map();
  const pieces = readNodes([...element.childNodes], { before, repeats, seen: new Set(), keepsHardSpaces });
  // Browsers end a line that is empty with a break of their own.
  if (isNewBreak(pieces.at(-1)) && (pieces.length === 1 || isNewBreak(pieces.at(-2)))) pieces.pop();
  return { pieces, repeats };
}

function isNewBreak(piece: Piece | undefined): boolean {
  return typeof piece === "object" && "html" in piece && piece.html === "<br>";
}
