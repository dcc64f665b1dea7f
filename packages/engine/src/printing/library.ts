/** A file of a project's library: a picture or font, or in script mode a script. */
export type Asset = { bytes: Uint8Array; contentType: string };

/** A file that a document names by its address, which starts with `assetOrigin`. */
export type LibraryFile = { address: string; sha256: string; contentType: string };

/** A font that a document names by its family. */
export type LibraryFont = {
  family: string;
  /** As in `@font-face`: a number, or two for a variable font. */
  weight: string;
  style: string;
  unicodeRange?: string | undefined;
  stretch?: string | undefined;
  sha256: string;
};

/** The files and fonts that a document may use. It gets no others. */
export type Library = {
  files: readonly LibraryFile[];
  fonts: readonly LibraryFont[];
  /**
   * Reads the bytes with this SHA-256. A page asks for the bytes that it does not have yet. A rejection fails the
   * document.
   */
  read(sha256: string, signal: AbortSignal): Promise<Uint8Array>;
};

/** Files of one kind that a document names and its library does not have. */
export type MissingFile = {
  /** The type of the requests. */
  resource: string;
  /** At most 400 characters. Parts may come from data. After 100 different ones, `assetOrigin` stands for all others. */
  address: string;
  count: number;
};
