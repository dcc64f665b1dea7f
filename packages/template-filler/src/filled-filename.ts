import { outputs } from "@platen/contracts";

const longestName = 200;
/** More of a text is never looked at. */
const longestRead = 1_000;
const { extension } = outputs.pdf;

/**
 * Makes a name that a file can have, as the contract takes one: no folders, no control characters, not too long. Undefined
 * if nothing of a name is left.
 */
export function safeFilename(text: string): string | undefined {
  const name = text
    .slice(0, longestRead)
    .toWellFormed()
    .replaceAll(/[\p{Cc}/\\]/gu, "_")
    .trim();
  const hasExtension = name.toLowerCase().endsWith(extension);
  const base = (hasExtension ? name.slice(0, -extension.length) : name)
    // A file whose name begins with a dot is hidden, or is a folder.
    .replace(/^[.\s]+/, "")
    .slice(0, longestName - extension.length)
    .toWellFormed()
    .trimEnd();
  if (base === "") return undefined;
  return hasExtension ? `${base}${extension}` : base;
}
