import type { Expression } from "@platen/mustache";

/** The key of a tag that prints a text of translations as it is, such as `{{@t.invoice.due}}`; undefined for another. */
export function textKeyOf({ subject, formats }: Expression): string | undefined {
  const isText = subject.kind === "builtin" && subject.path.startsWith("t.") && formats.length === 0;
  return isText ? subject.path.slice(2) : undefined;
}
