import encodeQr from "qr";
import { FormatError } from "../format-error.ts";
import type { Markup } from "../markup.ts";
import { codeMarkup } from "./code-markup.ts";

export const errorCorrections = ["L", "M", "Q", "H"] as const;
export type ErrorCorrectionLevel = (typeof errorCorrections)[number];

const levels = { L: "low", M: "medium", Q: "quartile", H: "high" } as const;

/** What a QR code holds at most at the lowest correction, in bytes (ISO/IEC 18004). */
const maxBytes = 2_900;

/** Draws a text as a QR code with a quiet zone of four modules; throws a FormatError for a text that is too long. */
export function drawQr(
  text: string,
  options: { kind: string; label: string; size: string; level: ErrorCorrectionLevel },
): Markup {
  const { kind, label, size, level } = options;
  const bytes = new TextEncoder().encode(text).length;
  if (bytes === 0) throw new FormatError("A QR code needs a text.");
  if (bytes > maxBytes) throw new FormatError(`A QR code holds at most ${maxBytes} bytes.`);
  let rows: boolean[][];
  try {
    rows = encodeQr(text, "raw", { ecc: levels[level], border: 4 });
  } catch (error) {
    throw new FormatError(`The text is too long for a QR code with the correction ${level}.`, { cause: error });
  }
  const path = rows
    .flatMap((row, y) => runsOf(row).map(({ x, length }) => `M${x} ${y}h${length}v1h-${length}z`))
    .join("");
  return codeMarkup({
    kind,
    label,
    viewBox: `0 0 ${rows.length} ${rows.length}`,
    size: `width="${size}" height="${size}"`,
    inner: `<path d="${path}"/>`,
  });
}

/** The runs of dark modules in a row. */
function runsOf(row: readonly boolean[]): { x: number; length: number }[] {
  const runs: { x: number; length: number }[] = [];
  for (let x = 0; x < row.length; x += 1) {
    if (!row[x]) continue;
    const start = x;
    while (row[x]) x += 1;
    runs.push({ x: start, length: x - start });
  }
  return runs;
}
