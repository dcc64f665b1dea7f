/**
 * Where a document's links may lead. Chromium writes any address there is into a PDF, `javascript:` and `file:` too, and
 * leaves it to the reader's program what it makes of them.
 */
const allowed = /^\((?:https?|mailto|tel):/i;

/** What stands before an address: short, as a longer text is searched for ten times as slowly. */
const beforeAddress = Buffer.from("/URI ");
const longestAllowed = "(mailto:".length;
/** A link up to its address, as Chromium writes one: its address comes last but for the place in a tagged document. */
const upToAddress = /^\d+ 0 obj\n<<\/Type \/Annot\n\/Subtype \/Link\n[^()]*?(\/A <<\/Type \/Action\n\/S \/URI\n\/URI )/;
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
 * Takes its action from a link that leads elsewhere, in place: what is at `offset` is an object of the PDF. The address
 * is the one Chromium made of what was written, in which capitals, tabs and character references are resolved.
 */
export function dropForeignLink(pdf: Buffer, offset: number): void {
  const start = pdf.toString("latin1", offset, offset + longestStart);
  if (!linkStart.test(start)) return;
  const found = upToAddress.exec(start);
  if (!found) {
    if (start.slice(0, start.indexOf("endobj")).includes("/A ")) throw new Error("a PDF link that cannot be read");
    return;
  }
  const addressAt = offset + found[0].length;
  if (isAllowedAt(pdf, addressAt)) return;
  // What is left is a link without an action, which does nothing.
  pdf.fill(" ", addressAt - (found[1] ?? "").length, endOfText(pdf, addressAt) + ">>".length + 1);
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
