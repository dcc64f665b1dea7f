import { ExactNumber } from "@platen/contracts/exact-json";

/**
 * A result as Mustache takes it. What formats hand to each other, such as a decimal, becomes its text, and zero a number,
 * which is false to a section. JSON has no such objects, so nothing of the data is called.
 */
export function toData(value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value) || value instanceof ExactNumber) return value;
  const prototype: unknown = Object.getPrototypeOf(value);
  // The prototype of an object of JSON has no prototype itself.
  if (prototype === null || Object.getPrototypeOf(prototype) === null) return value;
  // oxlint-disable-next-line typescript/no-base-to-string -- such a class of a format has its own toString.
  const text = String(value);
  return text !== "" && Number(text) === 0 ? 0 : text;
}
