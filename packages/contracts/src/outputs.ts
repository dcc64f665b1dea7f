/** The kinds of files that Platen makes of documents, with the media type and the extension of each. */
export const outputs = { pdf: { type: "application/pdf", extension: ".pdf" } } as const;
