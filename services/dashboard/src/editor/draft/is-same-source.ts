import type { TemplateSource } from "../editor-context.ts";
import { isObject } from "./parse-object.ts";

/** Whether two values of JSON are the same; the order of an object's names does not count. */
function isSameValue(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (!isObject(one) || !isObject(other)) return false;
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].every((name) => isSameValue(one[name], other[name]));
}

/** Whether two sources are the same, text by text. */
export function isSameSource(one: TemplateSource, other: TemplateSource): boolean {
  return (
    one.html === other.html &&
    one.css === other.css &&
    isSameValue(one.settings, other.settings) &&
    (one.dataSets === other.dataSets ||
      (one.dataSets.length === other.dataSets.length &&
        one.dataSets.every(({ name, json }, index) => {
          const set = other.dataSets[index];
          return set?.name === name && set.json === json;
        })))
  );
}
