import { ExactNumber, parseExactJson } from "@platen/contracts/exact-json";

/** Parses a JSON object, whose numbers keep all their digits; undefined for any other text. */
export function parseObject(json: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = parseExactJson(json);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Whether a value is a JSON object: no list, and no number with all its digits. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof ExactNumber);
}
