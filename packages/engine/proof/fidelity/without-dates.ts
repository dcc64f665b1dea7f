/** A PDF's bytes, one a character, without the dates that each print gives it. */
export function withoutDates(pdf: Uint8Array): string {
  return Buffer.from(pdf)
    .toString("latin1")
    .replaceAll(/\/(CreationDate|ModDate) \(D:[^)]*\)/g, "");
}
