/**
 * What an API key may do, in the words of the documentation. A further scope is a line here, and `doors.key.scopes` of the
 * operations that it opens.
 */
export const scopes = {
  documents: {
    label: "Generate documents",
    description: "Also reads the records of documents and the list of templates.",
    meaning: "generate documents, read their records and the list of templates",
  },
  templates: {
    label: "Change templates",
    description: "Reads, changes and publishes templates, and changes snippets, assets and translations.",
    meaning: "read, change and publish the project's templates, and change its snippets, assets and translations",
  },
} as const;
export type KeyScope = keyof typeof scopes;

// `as`: Object.keys loses the names of the table.
export const keyScopes = Object.keys(scopes) as [KeyScope, ...KeyScope[]];

/** The scopes of a key that names none, and of an operation that names none. */
export const usualScopes: readonly KeyScope[] = ["documents"];
