import { ExactNumber } from "@platen/contracts/exact-json";
import { isObject } from "../data/parse-object.ts";

const mostItems = 50;

/** The fields of a list's items; none for another value. */
export function fieldsOf(list: unknown): string[] {
  if (!Array.isArray(list)) return [];
  const items: readonly unknown[] = list.slice(0, mostItems);
  return [...new Set(items.flatMap((item) => (isObject(item) ? Object.keys(item) : [])))];
}

/** The fields with numbers, before the others: those are the ones that a sum is made of. */
export function numbersFirst(list: unknown): string[] {
  const fields = fieldsOf(list);
  const first: unknown = Array.isArray(list) ? list[0] : undefined;
  const isNumber = (field: string) =>
    isObject(first) && (typeof first[field] === "number" || first[field] instanceof ExactNumber);
  return [...fields.filter(isNumber), ...fields.filter((field) => !isNumber(field))];
}
