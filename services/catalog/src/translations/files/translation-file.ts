import type { TranslationFormat } from "@platen/contracts";

/** A file of translations as a caller sends it. `locale` is the language of a JSON file that has one alone. */
export type GivenFile = { format: TranslationFormat; content: string; locale?: string | undefined };

/** Stops the reading of a file: the message, and the place where it has one. */
export class FileMistake extends Error {
  readonly line: number | undefined;
  readonly column: number | undefined;

  constructor(message: string, place: { line?: number | undefined; column?: number | undefined } = {}) {
    super(message);
    this.line = place.line;
    this.column = place.column;
  }
}
