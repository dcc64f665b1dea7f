/** The kinds of files that Platen makes of documents, with the media type and the extension of each. */
export const outputs = { pdf: { type: "application/pdf", extension: ".pdf" } } as const;
export type Output = keyof typeof outputs;

/** The forms of an answer with an output: the file, or JSON with the file in base64. */
export type OutputForm = "file" | "json";

// `as`: Object.keys loses the names of the table.
export const outputNames = Object.keys(outputs) as [Output, ...Output[]];

/** Whether the answers of an operation are files of documents. */
export function isOutput(content: string): content is Output {
  return Object.hasOwn(outputs, content);
}
