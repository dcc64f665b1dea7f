/** The bytes of a PDF as characters, without its dates, which differ in each print. */
export function withoutDates(pdf: Uint8Array): string {
  return Buffer.from(pdf)
    .toString("latin1")
    .replaceAll(/\/(CreationDate|ModDate) \(D:[^)]*\)/g, "");
}
