import { toFileName } from "@platen/contracts/file-name";

// RFC 5987 attr-char leaves fewer characters unescaped than encodeURIComponent does.
function extendedValue(text: string): string {
  return encodeURIComponent(text).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/**
 * Writes the `Content-Disposition` of a file (RFC 6266): the name in ASCII for old clients, and the exact name in
 * `filename*` if it differs.
 */
export function contentDisposition(disposition: "attachment" | "inline", filename: string): string {
  const letters = filename
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/[^\x20-\x7e]|%/gu, "_");
  const extension = filename.slice(filename.lastIndexOf(".") + 1).toLowerCase();
  // A letter can become a slash, a name that Windows reserves, or eighteen letters.
  const ascii = toFileName(letters, { extension: `.${extension}`, otherwise: "document" });
  const plain = `${disposition}; filename="${ascii}"`;
  return ascii === filename ? plain : `${plain}; filename*=UTF-8''${extendedValue(filename)}`;
}
