/** What a program that generates a document has to know. */
export type SnippetParts = {
  /** Address of this installation. */
  origin: string;
  templateId: string;
  data: Record<string, unknown>;
};

/** The variable that programs take the key from, so that it is in none of them. */
export const keyVariable = "PLATEN_API_KEY";

/** The data, or none where it is longer than is pleasant to paste. */
export function dataUpTo(length: number, data: Record<string, unknown>): Record<string, unknown> {
  return JSON.stringify(data).length <= length ? data : {};
}
