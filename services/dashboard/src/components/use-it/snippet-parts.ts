/** The values in a snippet. */
export type SnippetParts = {
  /** The address of this installation. */
  origin: string;
  templateId: string;
  data: Record<string, unknown>;
};

/** The environment variable with the key, so that no snippet contains the key itself. */
export const keyVariable = "PLATEN_API_KEY";

/** Shells limit the length of an argument to slightly more. */
export const longestData = 100_000;

/** The data, or an empty object if the data is too long to paste. */
export function dataUpTo(length: number, data: Record<string, unknown>): Record<string, unknown> {
  return JSON.stringify(data).length <= length ? data : {};
}
