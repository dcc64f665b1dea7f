/** A text in UTF-16 with its byte order mark, which every reader of PDFs knows. */
export function textString(value: string): string {
  const bytes = Buffer.from(`\ufeff${value}`, "utf16le").swap16();
  return `<${bytes.toString("hex")}>`;
}

/** Reads a text of a dictionary, as written there. Chromium writes ASCII between brackets, and other texts in UTF-16. */
export function readTextString(written: string): string {
  const bytes = written.startsWith("(") ? literalBytes(written.slice(1, -1)) : Buffer.from(written.slice(1, -1), "hex");
  if (bytes[0] !== 0xfe || bytes[1] !== 0xff) return bytes.toString("latin1");
  const text = Buffer.from(bytes.subarray(2));
  if (text.length % 2 === 1) throw new Error("a PDF text in UTF-16 has an odd number of bytes");
  return text.swap16().toString("utf16le");
}

const controls: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t", b: "\b", f: "\f" };

function literalBytes(literal: string): Buffer {
  const text = literal.replaceAll(/\\([0-7]{1,3}|[^])/g, (_, escaped: string) =>
    /^[0-7]/.test(escaped) ? String.fromCharCode(Number.parseInt(escaped, 8)) : (controls[escaped] ?? escaped),
  );
  return Buffer.from(text, "latin1");
}
