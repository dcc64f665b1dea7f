/** The reason why files cannot be imported, as a sentence for the user. */
export class ImportError extends Error {}
