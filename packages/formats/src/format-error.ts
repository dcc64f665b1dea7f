/** A document that cannot be right, such as a barcode of impossible content. Never holds a value of the data. */
export class FormatError extends Error {
  override readonly name = "FormatError";
}
