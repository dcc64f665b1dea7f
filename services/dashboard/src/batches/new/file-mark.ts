import { formatInstant, formatSize } from "../../ui/format.ts";

/** What tells whether a file is the same as before, and nothing of its content. */
export type FileMark = {
  name: string;
  size: number;
  lastModified: number;
  /** SHA-256 of the file's beginning; empty if the browser has none, because the page came without HTTPS. */
  headHash: string;
};

const headBytes = 64 * 1024;

/** Describes a file. */
export async function markOf(file: File): Promise<FileMark> {
  const { name, size, lastModified } = file;
  if (!("subtle" in crypto)) return { name, size, lastModified, headHash: "" };
  const digest = await crypto.subtle.digest("SHA-256", await file.slice(0, headBytes).arrayBuffer());
  const headHash = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
  return { name, size, lastModified, headHash };
}

/** Why a file is not the one that was being sent, as a sentence; undefined if it is the same. */
export function differenceBetween(known: FileMark, found: FileMark): string | undefined {
  if (found.name !== known.name)
    return `This file is “${found.name}”. The batch is made of “${known.name}”: choose that file.`;
  const changed =
    found.size !== known.size
      ? `it has ${formatSize(found.size)} in place of ${formatSize(known.size)}`
      : found.lastModified !== known.lastModified
        ? `it was saved at ${formatInstant(new Date(found.lastModified).toISOString())}`
        : found.headHash !== known.headHash
          ? "its content is another one"
          : undefined;
  return changed === undefined
    ? undefined
    : `“${known.name}” is not the same file as before: ${changed}. Choose the file as it was, or cancel the batch and make a new one.`;
}
