const guide = "docs/kept-files.md, “The mark”, says more.";
const adopt = (mark = "") => `\`node src/storage.ts adopt${mark}\` in a catalog`;

/** The storage is not the one in which this installation keeps its PDFs. Its message says what to do. */
export class WrongStorageError extends Error {
  override readonly name = "WrongStorageError";
  readonly code = "WrongStorage";

  /** Of a storage with another mark than the installation's, or with none. */
  static ofMark(found: string | undefined): WrongStorageError {
    return found === undefined
      ? new WrongStorageError(
          `The storage of kept PDFs has no mark of this installation: its volume is not mounted, or it was made again. Mount or restore the right one, or name it in STORAGE_URL. To go on without the PDFs of the right one, run ${adopt()}; ${guide}`,
        )
      : new WrongStorageError(
          `The storage of kept PDFs has the mark of another installation. Name the right one in STORAGE_URL. If its PDFs are of this installation, run ${adopt(` ${found}`)}; ${guide}`,
        );
  }

  /** Of a storage without the PDFs that the installation has kept before there were marks. */
  static withoutContents(): WrongStorageError {
    return new WrongStorageError(
      `The storage of kept PDFs has none of the PDFs of this installation that were looked for: its volume is not mounted, or STORAGE_URL names another one. Mount the right one, or name it in STORAGE_URL. To go on without its PDFs, run ${adopt()}; ${guide}`,
    );
  }
}
