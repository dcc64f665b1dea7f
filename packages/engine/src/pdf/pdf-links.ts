/**
 * Where a document's links may lead. Chromium writes any address there is into a PDF, `javascript:` and `file:` too, and
 * leaves it to the reader's program what it makes of them.
 */
const allowed = /^\((?:https?|mailto|tel):/i;

/** What stands before an address: short, as a longer text is searched for ten times as slowly. */
const beforeAddress = Buffer.from("/URI ");
const longestAllowed = "(mailto:".length;
/** A link up to its address, as Chromium writes one: its address comes last but for the place in a tagged document. */
const upToAddress =
  /^\d+ 0 obj\n<<\/Type \/Annot\n\/Subtype \/Link\n(?:(?!\nendobj)[^()])*?\/A <<\/Type \/Action\n\/S \/URI\n\/URI /;
const linkStart = /^\d+ 0 obj\n<<\/Type \/Annot\n/;
const longestStart = 1_000;

/** Whether some link of the PDF may lead elsewhere. Rather once too often: a picture may hold the same bytes. */
export function mayHaveForeignLinks(pdf: Buffer): boolean {
  for (let at = pdf.indexOf(beforeAddress); at !== -1; at = pdf.indexOf(beforeAddress, at + 1)) {
    if (!isAllowedAt(pdf, at + beforeAddress.length)) return true;
  }
  return false;
}

/**
 * Makes nothing of a link that leads elsewhere, in place: what is at `offset` is an object of the PDF. Tells whether it
 * did. The address is the one Chromium made of what was written, in which capitals, tabs and character references are
 * resolved.
 */
export function dropForeignLink(pdf: Buffer, offset: number): boolean {
  const start = pdf.toString("latin1", offset, offset + longestStart);
  if (!linkStart.test(start)) return false;
  const found = upToAddress.exec(start);
  if (!found) {
    if (start.slice(0, start.indexOf("\nendobj")).includes("/A ")) throw new Error("cannot read a PDF link");
    return false;
  }
  const addressAt = offset + found[0].length;
  if (isAllowedAt(pdf, addressAt)) return false;
  // The address may itself hold what ends an object; after it only numbers follow.
  const end = pdf.indexOf("\nendobj", endOfText(pdf, addressAt));
  if (end === -1) throw new Error("a PDF link has no end");
  writeInPlace(pdf, "null", offset + start.indexOf("<<"), end);
  return true;
}

const pageStart = /^\d+ 0 obj\n<<\/Type \/Page\n/;
const pageAnnotations = /\n\/Annots \[([^\]]*)\]/d;
const structureStart = /^\d+ 0 obj\n<<\/Type \/StructElem\n/;
const linkRole = "\n/S /Link\n";

/**
 * Takes links that were made nothing of from the list of their page, in place. Readers expect each entry of the list to
 * be an annotation, and some crash where it has no action. Gives the numbers of the links it took. `object` is a whole
 * object, a part of the PDF's bytes.
 */
export function forgetLinksOfPage(object: Buffer, dropped: ReadonlySet<number>): number[] {
  if (!pageStart.test(startOf(object))) return [];
  const list = pageAnnotations.exec(object.toString("latin1"));
  const listAt = list?.indices?.[1]?.[0] ?? 0;
  const found: number[] = [];
  for (const reference of (list?.[1] ?? "").matchAll(/(\d+) 0 R/g)) {
    const number = Number(reference[1]);
    if (!dropped.has(number)) continue;
    writeInPlace(object, "", listAt + reference.index, listAt + reference.index + reference[0].length);
    found.push(number);
  }
  return found;
}

/** Takes them from the structure of a tagged PDF too: what a link stood around is text like any other. */
export function forgetLinksOfStructure(object: Buffer, dropped: ReadonlySet<number>): void {
  if (!structureStart.test(startOf(object))) return;
  const text = object.toString("latin1");
  let hasForgotten = false;
  for (const reference of text.matchAll(/<<\/Type \/OBJR\n\/Obj (\d+) 0 R\n\/Pg \d+ 0 R>>/g)) {
    if (!dropped.has(Number(reference[1]))) continue;
    // An element's only child stands without a list around it.
    const isOnlyChild = text.endsWith("/K ", reference.index);
    writeInPlace(object, isOnlyChild ? "null" : "", reference.index, reference.index + reference[0].length);
    hasForgotten = true;
  }
  const roleAt = text.indexOf(linkRole);
  if (hasForgotten && roleAt !== -1) object.write("\n/S /Span\n", roleAt, "latin1");
}

function startOf(object: Buffer): string {
  return object.toString("latin1", 0, 60);
}

/** Writes a text over other bytes, and blanks over the rest of them. */
function writeInPlace(pdf: Buffer, text: string, start: number, end: number): void {
  pdf.fill(" ", start, end);
  pdf.write(text, start, "latin1");
}

function isAllowedAt(pdf: Buffer, at: number): boolean {
  return allowed.test(pdf.toString("latin1", at, at + longestAllowed));
}

const byte = { backslash: 0x5c, openingBracket: 0x28, closingBracket: 0x29 };

/** Where the text that begins at `start` ends: in brackets, those inside it escaped, or in hexadecimal digits. */
export function endOfText(pdf: Buffer, start: number): number {
  if (pdf[start] !== byte.openingBracket) return pdf.indexOf(">", start);
  let at = start;
  while (at < pdf.length && pdf[at] !== byte.closingBracket) at += pdf[at] === byte.backslash ? 2 : 1;
  return at;
}
