import { endOfText } from "../objects/end-of-text.ts";
import type { PdfObjects } from "../objects/pdf-objects.ts";
import type { Step } from "./step.ts";

/**
 * Where a document's links may lead. Chromium writes every address into a PDF, also `javascript:` and `file:`, and
 * leaves it to the reader's program to open or refuse them.
 */
const allowed = /^\((?:https?|mailto|tel):/i;

/** Removes all links but those within the document and those to http, https, mailto and tel addresses. */
export const links: Step = {
  name: "links",
  isRequired: true,
  apply(objects) {
    if (mayHaveForbiddenLinks(objects.pdf)) removeForbiddenLinks(objects);
  },
};

function removeForbiddenLinks(objects: PdfObjects): void {
  const { pdf } = objects;
  const removed = new Set<number>();
  for (let number = 1; number < objects.count; number++) {
    if (removeForbiddenLink(pdf, objects.offsetOf(number))) removed.add(number);
  }
  if (removed.size === 0) return;
  const inPages = new Set<number>();
  for (const object of objects.all()) {
    for (const number of removeLinksFromPage(object, removed)) inPages.add(number);
    removeLinksFromStructure(object, removed);
  }
  if (inPages.size !== removed.size) throw new Error("a PDF link is missing from the annotations of its page");
}

/** The text before an address. It is short because the search for a longer text is ten times as slow. */
const beforeAddress = Buffer.from("/URI ");
const longestAllowed = "(mailto:".length;
/** A link up to its address, as Chromium writes it. Only the place in a tagged document comes after the address. */
const upToAddress =
  /^\d+ 0 obj\n<<\/Type \/Annot\n\/Subtype \/Link\n(?:(?!\nendobj)[^()])*?\/A <<\/Type \/Action\n\/S \/URI\n\/URI /;
const linkStart = /^\d+ 0 obj\n<<\/Type \/Annot\n/;
const longestStart = 1_000;

/**
 * Whether a link of the PDF may be forbidden. It may be true without such a link: a picture may have the same bytes.
 */
function mayHaveForbiddenLinks(pdf: Buffer): boolean {
  for (let at = pdf.indexOf(beforeAddress); at !== -1; at = pdf.indexOf(beforeAddress, at + 1)) {
    if (!isAllowedAt(pdf, at + beforeAddress.length)) return true;
  }
  return false;
}

/**
 * Turns the object at `offset` into null, in place, if it is a forbidden link. Tells whether it was. Chromium has
 * already resolved capitals, tabs and character references in the address.
 */
function removeForbiddenLink(pdf: Buffer, offset: number): boolean {
  const start = pdf.toString("latin1", offset, offset + longestStart);
  if (!linkStart.test(start)) return false;
  const found = upToAddress.exec(start);
  if (!found) {
    if (start.slice(0, start.indexOf("\nendobj")).includes("/A ")) throw new Error("cannot read a PDF link");
    return false;
  }
  const addressAt = offset + found[0].length;
  if (isAllowedAt(pdf, addressAt)) return false;
  // The address may itself contain the end of an object. After the address, only numbers follow.
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
 * Removes links from the annotations of their page, in place, and gives their numbers. Readers expect an annotation at
 * each entry, and some crash at an annotation without an action. `object` is one whole object of the PDF's bytes.
 */
function removeLinksFromPage(object: Buffer, removed: ReadonlySet<number>): number[] {
  if (!pageStart.test(startOf(object))) return [];
  const list = pageAnnotations.exec(object.toString("latin1"));
  const listAt = list?.indices?.[1]?.[0] ?? 0;
  const found: number[] = [];
  for (const reference of (list?.[1] ?? "").matchAll(/\b(\d{1,9}) 0 R/g)) {
    const number = Number(reference[1]);
    if (!removed.has(number)) continue;
    writeInPlace(object, "", listAt + reference.index, listAt + reference.index + reference[0].length);
    found.push(number);
  }
  return found;
}

/** Removes links from the structure of a tagged PDF, in place. Their content becomes plain text. */
function removeLinksFromStructure(object: Buffer, removed: ReadonlySet<number>): void {
  if (!structureStart.test(startOf(object))) return;
  const text = object.toString("latin1");
  let hasRemoved = false;
  for (const reference of text.matchAll(/<<\/Type \/OBJR\n\/Obj (\d+) 0 R\n\/Pg \d+ 0 R>>/g)) {
    if (!removed.has(Number(reference[1]))) continue;
    // An only child stands without a list.
    const isOnlyChild = text.endsWith("/K ", reference.index);
    writeInPlace(object, isOnlyChild ? "null" : "", reference.index, reference.index + reference[0].length);
    hasRemoved = true;
  }
  const roleAt = text.indexOf(linkRole);
  if (hasRemoved && roleAt !== -1) object.write("\n/S /Span\n", roleAt, "latin1");
}

function startOf(object: Buffer): string {
  return object.toString("latin1", 0, 60);
}

/** Replaces bytes by a text and fills the rest with blanks. */
function writeInPlace(pdf: Buffer, text: string, start: number, end: number): void {
  pdf.fill(" ", start, end);
  pdf.write(text, start, "latin1");
}

function isAllowedAt(pdf: Buffer, at: number): boolean {
  return allowed.test(pdf.toString("latin1", at, at + longestAllowed));
}
