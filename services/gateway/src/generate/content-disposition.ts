import { toFileName } from "@platen/contracts/internal";

/** Creates the name of a PDF from the request's or the template's. */
export function pdfFilename(requested: string | undefined, templateName: string): string {
  return toFileName(requested ?? templateName, { extension: ".pdf", otherwise: "document" });
}

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
  const ascii = filename
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/[^\x20-\x7e]/gu, "_")
    .replaceAll(/["\\%]/g, "_");
  const plain = `${disposition}; filename="${ascii}"`;
  return ascii === filename ? plain : `${plain}; filename*=UTF-8''${extendedValue(filename)}`;
}
