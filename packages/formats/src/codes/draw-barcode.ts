import type * as BwipJs from "bwip-js/node";
import { LRUCache } from "lru-cache";
import { FormatError } from "../format-error.ts";
import { Markup } from "../markup.ts";
import { codeMarkup } from "./code-markup.ts";
import { toMm } from "./size.ts";

type Symbology = { bwip: string; heightMm: number; isMatrix?: boolean; characters: RegExp; content: string };

const digits = /^\d+$/;
const printable = /^[\x20-\x7e]+$/;

/** The kinds of barcodes: the name in BWIPP, the height that prints well, and what the code can hold. */
const symbologies = {
  code128: { bwip: "code128", heightMm: 12, characters: printable, content: "printable ASCII characters" },
  "gs1-128": {
    bwip: "gs1-128",
    heightMm: 14,
    characters: printable,
    content: "GS1 elements such as (01)09521234543213",
  },
  ean13: { bwip: "ean13", heightMm: 16, characters: digits, content: "12 or 13 digits with a right check digit" },
  ean8: { bwip: "ean8", heightMm: 14, characters: digits, content: "7 or 8 digits with a right check digit" },
  upca: { bwip: "upca", heightMm: 16, characters: digits, content: "11 or 12 digits with a right check digit" },
  itf14: { bwip: "itf14", heightMm: 14, characters: digits, content: "13 or 14 digits with a right check digit" },
  code39: {
    bwip: "code39",
    heightMm: 12,
    characters: /^[0-9A-Z \-.$/+%]+$/,
    content: "capitals, digits, blanks and - . $ / + %",
  },
  datamatrix: {
    bwip: "datamatrix",
    isMatrix: true,
    heightMm: 14,
    characters: printable,
    content: "printable ASCII characters",
  },
  pdf417: {
    bwip: "pdf417",
    isMatrix: true,
    heightMm: 14,
    characters: printable,
    content: "printable ASCII characters",
  },
  aztec: {
    bwip: "azteccode",
    isMatrix: true,
    heightMm: 16,
    characters: printable,
    content: "printable ASCII characters",
  },
} as const satisfies Record<string, Symbology>;

export type BarcodeKind = keyof typeof symbologies;
// Object.keys loses the names.
export const barcodeKinds = Object.keys(symbologies) as BarcodeKind[];

const maxLength = 1_000;

const drawn = new LRUCache<string, Markup>({ max: 500 });

/** The library takes 70 ms and 12 MB, so it loads with the first barcode. A browser has no barcodes. */
let library: typeof BwipJs | undefined;
function loadLibrary(): typeof BwipJs | undefined {
  const { process } = globalThis as { process?: NodeJS.Process };
  const module = process?.getBuiltinModule("module");
  if (!module) return undefined;
  // The type of a CommonJS package that `require` loads.
  library ??= module.createRequire(import.meta.url)("bwip-js") as typeof BwipJs;
  return library;
}

/** The width of a module of a linear code, which is the unit of the library: a point. */
const moduleMm = 25.4 / 72;
const inMm = (modules: string) => `${(Number(modules) * moduleMm).toFixed(2)}mm`;

/** Draws a text as a barcode; throws a FormatError for a text that the barcode cannot hold. */
export function drawBarcode(
  text: string,
  { kind, height, hasText }: { kind: BarcodeKind; height: string | undefined; hasText: boolean },
): Markup {
  const key = JSON.stringify([kind, height, hasText, text]);
  const known = drawn.get(key);
  if (known) return known;
  const { bwip, characters, content, heightMm: usualHeight, isMatrix = false }: Symbology = symbologies[kind];
  const heightMm = height === undefined ? usualHeight : toMm(height);
  const refusal = `The barcode ${kind} holds ${content}.`;
  if (text.length > maxLength || !characters.test(text)) throw new FormatError(refusal);
  const renderer = loadLibrary();
  // Design shows where the barcode will be.
  if (!renderer) return new Markup(`<span class="code code-${kind}">${kind}</span>`);
  let svg: string;
  try {
    svg = renderer.toSVG({
      bcid: bwip,
      text,
      scale: 1,
      includetext: hasText,
      textxalign: "center",
      // The white margin that scanners need, in modules.
      paddingwidth: 10,
      paddingheight: 2,
      ...(!isMatrix && { height: heightMm }),
    });
  } catch (error) {
    throw new FormatError(refusal, { cause: error });
  }
  const [, width = "0", heightOfAll = "0", inner = ""] =
    /^<svg viewBox="0 0 (\d+) (\d+)"[^>]*>([\s\S]*)<\/svg>\s*$/.exec(svg) ?? [];
  const size = isMatrix ? `height="${heightMm}mm"` : `width="${inMm(width)}" height="${inMm(heightOfAll)}"`;
  const markup = codeMarkup({ kind, label: `Barcode ${kind}`, viewBox: `0 0 ${width} ${heightOfAll}`, size, inner });
  drawn.set(key, markup);
  return markup;
}
