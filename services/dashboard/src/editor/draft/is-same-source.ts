import type { TemplateSource } from "../template-source.ts";
import { isObject } from "@platen/template-source";

/** Compares two values of JSON; the order of an object's keys does not matter. */
function isSameValue(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((item, index) => isSameValue(item, other[index]));
  if (!isObject(one) || !isObject(other)) return false;
  const keys = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...keys].every((key) => isSameValue(one[key], other[key]));
}

/** Compares two sources text by text. */
export function isSameSource(one: TemplateSource, other: TemplateSource): boolean {
  return (
    one.html === other.html &&
    one.css === other.css &&
    isSameValue(one.settings, other.settings) &&
    isSameValue(one.translations ?? {}, other.translations ?? {}) &&
    (one.dataSets === other.dataSets ||
      (one.dataSets.length === other.dataSets.length &&
        one.dataSets.every(({ name, json }, index) => {
          const set = other.dataSets[index];
          return set?.name === name && set.json === json;
        })))
  );
}
