const byte = { backslash: 0x5c, openingBracket: 0x28, closingBracket: 0x29 };

/** Where the text at `start` ends. A text has brackets around it, those inside escaped, or is hexadecimal digits. */
export function endOfText(pdf: Buffer, start: number): number {
  if (pdf[start] !== byte.openingBracket) return pdf.indexOf(">", start);
  let at = start;
  while (at < pdf.length && pdf[at] !== byte.closingBracket) at += pdf[at] === byte.backslash ? 2 : 1;
  return at;
}
