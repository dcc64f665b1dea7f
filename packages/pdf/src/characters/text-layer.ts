import type { DrawnFont, ReadingFont } from "./layer-fonts.ts";
import { readTextRun, type Cluster, type PlacedGlyph, type TextRun } from "./text-runs.ts";

/** The fonts of a document, by the numbers of their objects, and what text layers use in their place. */
export type LayerFonts = { drawn: ReadonlyMap<number, DrawnFont>; reading: ReadingFont };

/** Letters of scripts that are written from right to left. */
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
const isLetter = /\p{L}/u;
/** Whether a text has a letter of these scripts. Their digits and signs do not count. */
const isReversedLetter = (text: string) =>
  [...text].some((letter) => rightToLeft.test(letter) && isLetter.test(letter));
/** A letter with its marks, or the marks at the beginning. */
const letters = /^[\p{Mn}\p{Cf}]+|\P{Mn}[\p{Mn}\p{Cf}]*/gu;
/** Readers take a letter of fewer thousandths of the font's size for a second print of the one before it. */
const narrowest = 120;
/**
 * A mark that hides glyphs from readers of ActualText: to Poppler, a tab is a gap between words; to PDFium, it is no text
 * at all.
 */
const hidden = "/Span<</ActualText (\\t)>> BDC";
/** The marks of direction U+200F and U+200E, and how far they stand from the end of a blank, by the font's size. */
const rightMark = "200F";
const leftMark = "200E";
const nearBlank = 0.005;
/** How far letters may overlap, by the font's size, so that each reader takes them for one word. */
const maxOverlap = 0.1;
/** The widest distance of two lines of a paragraph, by the font's size. */
const widestSpacing = 2;

/** A piece of text as it stands from left to right, and where it begins and ends. */
type Piece = { text: string; start: number; end: number };
/** A run, with what decides whether it gets a layer. */
type ReadRun = { block: string; run: TextRun | undefined; text: string; isReversed: boolean; isTold: boolean };

/**
 * Gives runs of text a layer of their own for readers: where the glyphs of a font do not tell their text one by one, they
 * are drawn in a font in which they have no width and read as blanks, and behind them stands the text in invisible letters,
 * from left to right, each as wide as what it stands for. The runs of a line with both directions come in the order in which
 * they are read. Undefined if no run needs it. Also returns the numbers of the layers' fonts.
 */
export function addTextLayers(
  content: string,
  fonts: LayerFonts,
): { content: string; fonts: ReadonlySet<number> } | undefined {
  if (!content.includes("/ActualText ") && !content.includes(reversedMark)) return undefined;
  const texts = [...findTexts(content)].map(({ start, end }) => {
    const blocks = content.slice(start, end).split(/(?<=\nET)\n/);
    return { start, end, runs: blocks.map((block) => readRun(block, fonts)) };
  });
  const isReversed = isMostlyReversed(texts.flatMap(({ runs }) => runs));
  const writer = createLayerWriter(fonts);
  const pieces: string[] = [];
  let taken = 0;
  for (const { start, end, runs } of texts) {
    const lines = paragraphsOf(linesOf(runs)).flatMap((paragraph) => {
      const base = isMostlyReversed(paragraph.flat());
      return paragraph.map((line) => writer.write(joinBlanks(line, base, fonts), base, isReversed));
    });
    pieces.push(content.slice(taken, start), lines.join("\n"));
    taken = end;
  }
  if (writer.used.size === 0) return undefined;
  return { content: pieces.join("") + content.slice(taken), fonts: writer.used };
}

/** Whether more of the text is written from right to left. */
function isMostlyReversed(runs: readonly ReadRun[]): boolean {
  const lengthOf = (wanted: boolean) =>
    runs.reduce(
      (sum, { text, isReversed }) => (isReversed === wanted && isLetter.test(text) ? sum + text.length : sum),
      0,
    );
  return lengthOf(true) > lengthOf(false);
}

/** Where texts that follow each other directly begin and end: from `BT` to the last `ET`. */
function* findTexts(content: string): Generator<{ start: number; end: number }> {
  for (let start = 0, end = 0; ; start = end) {
    if (!content.startsWith("BT\n", start)) start = content.indexOf("\nBT\n", end) + 1;
    if (start === 0 && end > 0) return;
    if (!content.startsWith("BT\n", start)) return;
    do {
      const at = content.indexOf("\nET\n", Math.max(start, end));
      if (at === -1) return;
      end = at + "\nET\n".length;
    } while (content.startsWith("BT\n", end));
    yield { start, end: end - 1 };
  }
}

export const reversedMark = "/ReversedChars BMC";

function readRun(block: string, { drawn }: LayerFonts): ReadRun {
  const run = readTextRun(block.split("\n"), drawn);
  if (!run) return { block, run, text: "", isReversed: false, isTold: true };
  const text = run.clusters.map((cluster) => textOf(cluster, drawn)).join("");
  const isReversed = run.isReversed || isReversedLetter(text);
  const isTold = run.clusters.every(({ text: digits, glyphs }) => {
    const [glyph] = glyphs;
    if (digits === undefined) return true;
    // pdf.js puts letters with a mark around them in the order in which they stand.
    if (isReversed || glyph === undefined || glyphs.length > 1) return false;
    return digits === drawn.get(glyph.font)?.textOf(glyph.code);
  });
  return { block, run, text, isReversed, isTold };
}

function textOf({ text, glyphs: [glyph] }: Cluster, drawn: LayerFonts["drawn"]): string {
  return toText(text ?? (glyph && drawn.get(glyph.font)?.textOf(glyph.code)) ?? "");
}

/**
 * Moves blanks and marks that show nothing out of runs of their own, which another font makes of them, to the letters next to
 * them, if they are written from right to left.
 */
function joinBlanks(runs: readonly ReadRun[], isLineReversed: boolean, { drawn }: LayerFonts): ReadRun[] {
  const joined: ReadRun[] = [];
  /** Clusters to put before the next run. */
  let waiting: { clusters: Cluster[]; left: number } = { clusters: [], left: 0 };
  for (const [index, one] of runs.entries()) {
    const [next, before] = [runs[index + 1], joined.at(-1)];
    if (!one.run) {
      joined.push(one);
      continue;
    }
    let { clusters } = one.run;
    const left = leftOf(one.run);
    if (waiting.clusters.length > 0) {
      clusters = [...moved(waiting.clusters, waiting.left - left), ...clusters];
      waiting = { clusters: [], left };
    }
    const [first, ...others] = clusters;
    const isSign = first && !isReversedLetter(one.text) && (one.isReversed || others.length === 0);
    if (isSign && /^\p{Cf}+$/u.test(one.text) && next?.run && next.isReversed) {
      waiting = { clusters: [{ text: toDigits(one.text), glyphs: [] }], left };
      continue;
    }
    if (isSign && textOf(first, drawn) === " ") {
      if (before?.run && before.isReversed && (isLineReversed || next?.isReversed)) {
        const blank = moved([first], left - leftOf(before.run));
        before.run.clusters.push(...blank);
        clusters = others;
      } else if (others.length === 0 && next?.run && next.isReversed && isLineReversed) {
        waiting = { clusters: [first], left };
        clusters = [];
      }
    }
    if (clusters.length > 0)
      joined.push({ ...one, run: { ...one.run, clusters }, isTold: one.isTold && clusters === one.run.clusters });
  }
  return joined;
}

const moved = (clusters: readonly Cluster[], by: number): Cluster[] =>
  clusters.map(({ text, glyphs }) => ({ text, glyphs: glyphs.map((glyph) => ({ ...glyph, x: glyph.x + by })) }));
const leftOf = ({ matrix }: TextRun) => Number(matrix.split(" ").at(-3));
const topOf = ({ matrix }: TextRun) => Number(matrix.split(" ").at(-2));
const baseOf = ({ run }: ReadRun) => run && `${run.size} ${topOf(run)}`;

/** Runs that stand on one line. */
function linesOf(runs: readonly ReadRun[]): ReadRun[][] {
  const lines: ReadRun[][] = [];
  for (const run of runs) {
    const line = lines.at(-1);
    const [first] = line ?? [];
    if (line && first && baseOf(run) !== undefined && baseOf(run) === baseOf(first)) line.push(run);
    else lines.push([run]);
  }
  return lines;
}

/**
 * Lines that stand one under the other and are painted one after the other. They have one direction, that of more of their
 * letters: the last line of a text may have a few words of the other direction alone.
 */
function paragraphsOf(lines: readonly ReadRun[][]): ReadRun[][][] {
  const paragraphs: ReadRun[][][] = [];
  for (const line of lines) {
    const above = paragraphs.at(-1)?.at(-1);
    if (above && isUnder(line, above)) paragraphs.at(-1)?.push(line);
    else paragraphs.push([line]);
  }
  return paragraphs;
}

function isUnder([line]: readonly ReadRun[], [above]: readonly ReadRun[]): boolean {
  if (!line?.run || !above?.run || line.run.size !== above.run.size) return false;
  const distance = Math.abs(topOf(line.run) - topOf(above.run));
  return distance > 0 && distance <= widestSpacing * Number(line.run.size);
}

/** The runs of a line, which stand from left to right, in the order in which they are read. */
function inReadingOrder(line: readonly ReadRun[], isLineReversed: boolean): readonly ReadRun[] {
  if (line.length === 1 || !line.some(({ isReversed }) => isReversed) || line.some(({ run }) => !run)) return line;
  const base = isLineReversed ? 1 : 0;
  // The levels of the Unicode Bidirectional Algorithm. Numbers and signs between two runs have the direction of both.
  const levels = line.map(({ text, isReversed }, index) => {
    if (isReversed) return 1;
    const [before, after] = [line[index - 1], line[index + 1]];
    const isWithin = before?.isReversed === true && after?.isReversed === true;
    if (isLetter.test(text) || /\p{N}/u.test(text)) return base === 1 || (isWithin && !isLetter.test(text)) ? 2 : 0;
    return isWithin ? 1 : base;
  });
  let ordered = line.map((run, index) => ({ run, level: levels[index] ?? base }));
  for (const least of [2, 1]) {
    const parts: (typeof ordered)[] = [];
    for (const one of ordered) {
      const part = parts.at(-1);
      const isSame = part?.[0] && part[0].level >= least === one.level >= least;
      if (part && isSame) part.push(one);
      else parts.push([one]);
    }
    ordered = parts.flatMap((part) => ((part[0]?.level ?? 0) >= least ? part.toReversed() : part));
  }
  return ordered.map(({ run }) => run);
}

/** The characters of a piece, each with its part of the width. */
function charactersOf({ text, start, end }: Piece): Piece[] {
  const characters = [...text];
  const share = (end - start) / characters.length;
  return characters.map((character, at) => ({
    text: character,
    start: start + at * share,
    end: start + (at + 1) * share,
  }));
}

function createLayerWriter({ drawn, reading }: LayerFonts) {
  const used = new Set<number>();

  const layoutOf = ({ size }: TextRun, isReversed: boolean): Layout => ({
    widthOf: ({ font, code }) => ((drawn.get(font)?.widthOf(code) ?? 0) * Number(size)) / 1_000,
    textOf: (cluster) => textOf(cluster, drawn),
    isReversed,
    narrowest: (narrowest * Number(size)) / 1_000,
  });

  /** Marks above and below letters have no width. */
  const baselineOf = ({ clusters }: TextRun) =>
    clusters.flatMap(({ glyphs }) => glyphs).find(({ font, code }) => (drawn.get(font)?.widthOf(code) ?? 0) > 0)?.y ??
    0;

  /** The digits of the codes of a layer's letters; undefined if there are too many. */
  function codesOf(pieces: readonly Piece[], { size }: TextRun): string | undefined {
    let codes = "";
    for (const { text, start, end } of pieces) {
      const width = Math.max(1, Math.round(((end - start) * 1_000) / Number(size)));
      const code = reading.codeOf(toDigits(text), width);
      if (code === undefined) return undefined;
      codes += hex(code);
    }
    return codes;
  }

  /** The glyphs of a run, in fonts that hide them. */
  function glyphLines({ size, clusters }: TextRun): string[] {
    const lines = [hidden];
    const place = { x: 0, y: 0 };
    let current: number | undefined;
    for (const { font, code, x, y } of clusters.flatMap(({ glyphs }) => glyphs)) {
      const number = drawn.get(font)?.drawnIn(code);
      if (number !== undefined && number !== current) {
        lines.push(`/F${number} ${size} Tf`);
        used.add(number);
        current = number;
      }
      const [dx, dy] = [decimal(x - place.x), decimal(y - place.y)];
      lines.push(`${dx} ${dy} Td <${hex(code, drawn.get(font)?.digits)}> Tj`);
      Object.assign(place, { x: place.x + dx, y: place.y + dy });
    }
    return [...lines, "EMC"];
  }

  /** A run whose glyphs are hidden from readers, and its text, to stand behind them. Undefined if it needs no layer. */
  function layerOf({ run, isReversed, isTold }: ReadRun): { glyphs: string[]; letters: string[] } | undefined {
    if (!run || (isTold && !isReversed)) return undefined;
    const layout = layoutOf(run, isReversed);
    const pieces = piecesOf(run, layout);
    // Readers find blanks between letters, and not at the ends of a run, and put letters that overlap in the wrong order.
    if (isTold && !pieces.some(({ text }) => /^ .| $/u.test(text)) && !hasOverlaps(run, layout)) return undefined;
    const codes = codesOf(pieces, run);
    const [first] = pieces;
    if (codes === undefined || !first) return undefined;
    used.add(reading.number());
    const { head, tail, matrix, size } = run;
    const y = baselineOf(run);
    // Invisible, and visible again.
    const letters = ["3 Tr", `${decimal(first.start)} ${decimal(y)} Td <${codes}> Tj`, "0 Tr"];
    return {
      glyphs: ["BT", matrix, ...asArtifact(run, glyphLines(run)), "ET"],
      letters: [...head, matrix, `/F${reading.number()} ${size} Tf`, ...letters, ...tail],
    };
  }

  /**
   * Marks of direction without a width, at blanks between the two directions of a line. Poppler takes a blank for a part of
   * the text with the direction that is not the page's, and puts it on the other side of a number or a word without them.
   */
  function directionMarks(line: readonly ReadRun[], isPageReversed: boolean): string[] {
    const [first] = line;
    if (!first?.run || !line.some(({ isReversed }) => isReversed)) return [];
    const { matrix, size, head } = first.run;
    const pieces = line.flatMap(({ run, isReversed }) => {
      const left = run ? leftOf(run) : 0;
      const all = run ? piecesOf(run, layoutOf(run, isReversed)) : [];
      return all.flatMap((piece) => charactersOf({ ...piece, start: piece.start + left, end: piece.end + left }));
    });
    const code = reading.codeOf(isPageReversed ? rightMark : leftMark, 0);
    const near = nearBlank * Number(size);
    const places = pieces.flatMap(({ text }, index) => {
      const [before, after] = [pieces[index - 1], pieces[index + 1]];
      if (text !== " " || !before || !after || isReversedLetter(after.text)) return [];
      if (isPageReversed) return [after.start - near];
      return isReversedLetter(before.text) ? [before.end + near] : [];
    });
    if (places.length === 0 || code === undefined) return [];
    used.add(reading.number());
    const base = Number(matrix.split(" ").at(-2)) - baselineOf(first.run);
    const marks = places.map((x) => `1 0 0 -1 ${decimal(x)} ${decimal(base)} Tm <${hex(code)}> Tj`);
    const lines = [`/F${reading.number()} ${size} Tf`, "3 Tr", ...marks, "0 Tr"];
    return ["BT", ...asArtifact({ head }, lines), "ET"];
  }

  return {
    used,

    /** Writes the runs of a line: first the glyphs of all layers, so that readers find the letters side by side. */
    write(line: readonly ReadRun[], isLineReversed: boolean, isPageReversed: boolean): string {
      const runs = inReadingOrder(line, isLineReversed).map((run) => ({ block: run.block, layer: layerOf(run) }));
      const glyphs = runs.flatMap(({ layer }) => layer?.glyphs ?? []);
      const texts = runs.flatMap(({ block, layer }) => layer?.letters ?? [block]);
      return [...glyphs, ...texts, ...directionMarks(line, isPageReversed)].join("\n");
    },
  };
}

/** In a tagged document, the letters are the content, and the glyphs an ornament. */
function asArtifact({ head }: Pick<TextRun, "head">, lines: readonly string[]): readonly string[] {
  return head.some((line) => line.includes("/MCID ")) ? ["/Artifact BMC", ...lines, "EMC"] : lines;
}

type Layout = {
  widthOf: (glyph: PlacedGlyph) => number;
  textOf: (cluster: Cluster) => string;
  isReversed: boolean;
  narrowest: number;
};

/** The text of a run from left to right. A cluster without a width belongs to the one with its letter. */
function piecesOf({ clusters }: TextRun, layout: Layout): Piece[] {
  const { widthOf, textOf: textIn, isReversed } = layout;
  const groups: (Piece & { width: number })[] = [];
  let pending = "";
  for (const cluster of clusters) {
    const text = textIn(cluster);
    const wide = cluster.glyphs.filter((glyph) => widthOf(glyph) > 0);
    if (wide.length > 0) {
      const start = Math.min(...wide.map(({ x }) => x));
      const end = Math.max(...wide.map((glyph) => glyph.x + widthOf(glyph)));
      const width = wide.reduce((sum, glyph) => sum + widthOf(glyph), 0);
      groups.push({ text: isReversed ? text + pending : pending + text, start, end, width });
      pending = "";
      continue;
    }
    // From left to right, marks come after their letter in a text from left to right, and before it in the other.
    const last = groups.at(-1);
    if (last && !isReversed) last.text += text;
    else pending = isReversed ? text + pending : pending + text;
  }
  const last = groups.at(-1);
  if (last) last.text = isReversed ? pending + last.text : last.text + pending;
  if (!isRising(groups)) placeEvenly(groups);
  const pieces = groups.flatMap(({ text, start, end }, index) => {
    const next = groups[index + 1]?.start ?? end;
    const parts = text.match(letters) ?? [text];
    const shown = isReversed ? parts.toReversed().map((part) => [...part].toReversed().join("")) : [...parts];
    const share = (next - start) / shown.length;
    if (share < layout.narrowest) return [{ text: shown.join(""), start, end: next }];
    return shown.map((part, at) => ({ text: part, start: start + at * share, end: start + (at + 1) * share }));
  });
  return isReversed ? withBlanksInside(pieces) : pieces;
}

/** Joins a blank at an end with the letter next to it: without it, the run before or after has no blank at its end. */
function withBlanksInside(pieces: readonly Piece[]): Piece[] {
  const joined = [...pieces];
  const [first, second] = joined;
  if (first?.text === " " && second) joined.splice(0, 2, { ...second, text: ` ${second.text}`, start: first.start });
  const [before, last] = joined.slice(-2);
  if (last?.text === " " && before) joined.splice(-2, 2, { ...before, text: `${before.text} `, end: last.end });
  return joined;
}

function hasOverlaps({ clusters, size }: TextRun, { widthOf }: Layout): boolean {
  const glyphs = clusters.flatMap((cluster) => cluster.glyphs).filter((glyph) => widthOf(glyph) > 0);
  const most = maxOverlap * Number(size);
  return glyphs.some((glyph, index) => glyph.x + widthOf(glyph) - (glyphs[index + 1]?.x ?? Infinity) > most);
}

const isRising = (groups: readonly Piece[]) =>
  groups.every(({ start, end }, index) => (groups[index + 1]?.start ?? end) > start);

/** Places clusters that overlap one after the other, each as wide as its glyphs. */
function placeEvenly(groups: (Piece & { width: number })[]): void {
  let at = Math.min(...groups.map(({ start }) => start));
  const scale = (Math.max(...groups.map(({ end }) => end)) - at) / groups.reduce((sum, { width }) => sum + width, 0);
  for (const group of groups) {
    group.start = at;
    at += group.width * scale;
    group.end = at;
  }
}

const toText = (digits: string) => Buffer.from(digits, "hex").swap16().toString("utf16le");
const toDigits = (text: string) => Buffer.from(text, "utf16le").swap16().toString("hex").toUpperCase();
const decimal = (value: number) => Math.round(value * 100_000) / 100_000;
const hex = (code: number, digits = 4) => code.toString(16).toUpperCase().padStart(digits, "0");
