import type { PdfObjects } from "../objects/pdf-objects.ts";

/** The names of the steps. */
export type Amendment = "links" | "dates" | "language" | "metadata" | "characters" | "properties" | "xmp";

/** What a document says about itself, besides its title. */
export type Metadata = {
  author?: string | undefined;
  subject?: string | undefined;
  keywords?: string | undefined;
  /** The program that the document comes from. */
  creator?: string | undefined;
};

/** What a document asks of its PDF. What it does not name stays as Chromium wrote it. */
export type Wishes = {
  /** The date of creation and of last change. */
  createdAt?: Date | undefined;
  /** The language, for a PDF without one. Chromium writes the language into tagged PDFs only. */
  language?: string | undefined;
  /** What the document says about itself. */
  metadata?: Metadata | undefined;
  /** What the document must say about itself, in the place of that, and as XMP too. */
  properties?: Metadata | undefined;
  /** Whether readers that go by ToUnicode alone are to read the text as it was written. */
  correctsToUnicode?: boolean | undefined;
};

/** One amendment of a PDF. A step that the document does not ask for leaves the PDF as it is. */
export type Step = {
  name: Amendment;
  /** Whether the document fails without it. Other steps are left out where the PDF cannot be read as expected. */
  isRequired: boolean;
  /** Amends the objects: in their places with the same number of bytes, or in the update at the end of the file. */
  apply(objects: PdfObjects, wishes: Wishes): void;
};

/** The amendments that make a PDF longer, and that a document can do without. */
export const extraAmendments: readonly Amendment[] = ["language", "metadata", "characters"];

/** The same wishes without these amendments. */
export function withoutExtras<Asked extends Wishes>(wishes: Asked): Asked {
  return { ...wishes, language: undefined, metadata: undefined, correctsToUnicode: false };
}
