/** What a document says about itself, besides its title. */
export type Metadata = {
  author?: string | undefined;
  description?: string | undefined;
  keywords?: string | undefined;
};

const names = { author: "Author", description: "Subject", keywords: "Keywords" } as const;

/** The entries of a PDF's information dictionary; empty if there are none. */
export function metadataEntries(metadata: Metadata): string {
  return Object.entries(names)
    .flatMap(([field, name]) => {
      // The keys are those of the object above.
      const value = metadata[field as keyof typeof names];
      return value ? [`/${name} ${textString(value)}\n`] : [];
    })
    .join("");
}

/** A text in UTF-16 with its byte order mark, which every reader of PDFs knows. */
function textString(value: string): string {
  const bytes = Buffer.from(`\ufeff${value}`, "utf16le").swap16();
  return `<${bytes.toString("hex")}>`;
}
