/** The most mistakes in a file that a person is told at once. */
export const maxMistakes = 20;

/** Mistakes in a file, each as a sentence for its owner. */
export class FileMistake extends Error {
  override readonly name = "FileMistake";
  readonly mistakes: readonly string[];

  constructor(...mistakes: readonly string[]) {
    super(mistakes.join(" "));
    this.mistakes = mistakes;
  }
}

/** Collects the mistakes of several attempts, each once. */
export function createMistakes() {
  const found = new Set<string>();
  return {
    found,
    /** The result of an attempt; undefined if it has found mistakes. */
    attempt: <Result>(read: () => Result): Result | undefined => {
      try {
        return read();
      } catch (error) {
        if (!(error instanceof FileMistake)) throw error;
        for (const mistake of error.mistakes) found.add(mistake);
        return undefined;
      }
    },
    /** Throws if there are mistakes: the first of them. */
    throwFound: (): void => {
      if (found.size > 0) throw new FileMistake(...[...found].slice(0, maxMistakes));
    },
  };
}

/** The mistake in a file that an error tells, as a sentence; undefined if the error is not about the file. */
export function mistakeIn(error: unknown): string | undefined {
  if (error instanceof FileMistake) return error.message;
  // The browser's own error of a file that was changed or removed since it was chosen.
  if (error instanceof DOMException && (error.name === "NotReadableError" || error.name === "NotFoundError"))
    return "The browser cannot read the file any more, because it was changed or removed. Choose it again.";
  return undefined;
}
