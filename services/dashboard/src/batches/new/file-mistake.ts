/** A mistake in a file, as a sentence for its owner. */
export class FileMistake extends Error {
  override readonly name = "FileMistake";
}

/** The mistake in a file that an error tells, as a sentence; undefined if the error is not about the file. */
export function mistakeIn(error: unknown): string | undefined {
  if (error instanceof FileMistake) return error.message;
  // The browser's own error of a file that was changed or removed since it was chosen.
  if (error instanceof DOMException && (error.name === "NotReadableError" || error.name === "NotFoundError"))
    return "The browser cannot read the file any more, because it was changed or removed. Choose it again.";
  return undefined;
}
