import type { Part } from "@platen/mustache";
import type { SourceDialect } from "./fill-message.ts";
import { parseTemplate, type WrittenText } from "./mustache-template.ts";

/** Parses the template of a text without markup: its values are not escaped as HTML. */
export function parsePlainText(written: WrittenText, dialect: SourceDialect): Part[] {
  return unescaped(parseTemplate(written, dialect));
}

function unescaped(parts: readonly Part[]): Part[] {
  return parts.map((part) => {
    if (part.kind === "value") return { ...part, escaped: false };
    return part.kind === "section" ? { ...part, parts: unescaped(part.parts) } : part;
  });
}
