import { beforeText, readText } from "./actual-texts.ts";

/** A glyph of a run. Its place is where Chromium put it, in the run's own coordinates. */
export type PlacedGlyph = { font: number; code: number; x: number; y: number };

/** The glyphs that stand for one piece of text: a letter and its dots, or a syllable. */
export type Cluster = {
  /** The digits of the text, in UTF-16; undefined where ToUnicode maps the glyph to its text. */
  text: string | undefined;
  glyphs: PlacedGlyph[];
};

/** Text that Chromium writes at once: in one font and size, in one direction, on one line. */
export type TextRun = {
  /** The lines before the glyphs, which open marks, and those after them, which close them. */
  head: string[];
  tail: string[];
  /** The line that places the run. */
  matrix: string;
  size: string;
  isReversed: boolean;
  /** In the order in which they are drawn, which is from left to right. */
  clusters: Cluster[];
};

/** What a run must know of a font: how many digits its codes have, and the widths of its glyphs in thousandths. */
export type RunFont = { digits: number; widthOf(code: number): number };

const fontLine = /^\/F(\d{1,9}) ([\d.]{1,20}) Tf$/;
const glyphLine = /^(?:(-?[\d.]{1,20}) (-?[\d.]{1,20}) Td )?<([\dA-F]{2,})> Tj$/;

/** Reads the lines from `BT` to `ET`. Undefined for a run of another form than expected. */
export function readTextRun(lines: readonly string[], fonts: ReadonlyMap<number, RunFont>): TextRun | undefined {
  const run: TextRun = { head: [], tail: [], matrix: "", size: "", isReversed: false, clusters: [] };
  const state = { font: 0, size: 0, x: 0, y: 0, advance: 0 };
  /** The cluster whose text is around the next glyph. */
  let open: Cluster | undefined;
  for (const line of lines) {
    if (line.startsWith(beforeText)) {
      const text = readText(line.slice(beforeText.length));
      if (text === undefined || open) return undefined;
      open = { text, glyphs: [] };
      run.clusters.push(open);
    } else if (line === "EMC" && open) {
      open = undefined;
    } else if (line === "EMC" || line === "ET") {
      run.tail.push(line);
    } else if (line === "BT" || line.endsWith("BDC") || line.endsWith("BMC")) {
      if (run.clusters.length > 0) return undefined;
      run.isReversed ||= line === "/ReversedChars BMC";
      run.head.push(line);
    } else if (line.endsWith(" Tm")) {
      if (run.matrix !== "") return undefined;
      run.matrix = line;
    } else {
      const [, number, size] = fontLine.exec(line) ?? [];
      if (number !== undefined && size !== undefined) {
        if (run.size !== "" && run.size !== size) return undefined;
        run.size = size;
        Object.assign(state, { font: Number(number), size: Number(size) });
        continue;
      }
      const [, x, y, codes] = glyphLine.exec(line) ?? [];
      const font = fonts.get(state.font);
      if (codes === undefined || font === undefined || run.matrix === "") return undefined;
      if (x !== undefined && y !== undefined) {
        Object.assign(state, { x: state.x + Number(x), y: state.y + Number(y), advance: 0 });
      }
      for (let at = 0; at < codes.length; at += font.digits) {
        const code = Number.parseInt(codes.slice(at, at + font.digits), 16);
        const glyph = { font: state.font, code, x: state.x + state.advance, y: state.y };
        if (open) open.glyphs.push(glyph);
        else run.clusters.push({ text: undefined, glyphs: [glyph] });
        state.advance += (font.widthOf(code) * state.size) / 1_000;
      }
    }
  }
  return run.clusters.length > 0 && run.matrix !== "" ? run : undefined;
}
