import { pathOf } from "../files/file-set.ts";
import { assetKindOf } from "../files/asset-kind.ts";
import type { ImportFile } from "../files/import-file.ts";
import type { ImportContext, Place } from "./import-context.ts";
import { isWebAddress, shown } from "./resolve-address.ts";

/** A style sheet among the files, or one that the user gave for its address. */
export type FoundSheet = ImportFile & {
  isGiven: boolean;
  /** Whether its addresses are names of assets already. */ isDone?: boolean;
};

const isFontService = (address: string) => /^(?:https?:)?\/\/fonts\.(?:googleapis|bunny)\.(?:com|net)\//i.test(address);

/** What to do about a style sheet in the web. */
export function askForSheet(address: string): string {
  return isFontService(address)
    ? "Platen makes no requests. Give the fonts: their files, or the ZIP that the site of the fonts lets you download."
    : "Platen makes no requests. Give the file of this address.";
}

/** Finds the style sheet of an address, and reports what became of it. Undefined, without a report, if there is none. */
export function findSheet(address: string, place: Place, context: ImportContext): FoundSheet | undefined {
  const { from, ...where } = place;
  const subject = shown(address);
  const given = context.given.get(address.trim());
  const fonts = given?.filter(isFont) ?? [];
  if (fonts.length > 0) {
    const added = chosenFonts(address, fonts).flatMap(({ file, face }) => {
      const asset = context.store.add(file.name, file.bytes);
      if (asset === undefined) return [];
      context.rows.push({ kind: "address", subject, outcome: "asset", became: `asset:${asset}`, ...where });
      return face === undefined ? [] : [`@font-face { ${face}; src: url(asset:${asset}) }`];
    });
    return { name: subject, bytes: new TextEncoder().encode(added.join("\n")), isGiven: true, isDone: true };
  }
  const [sheet] = given ?? [];
  if (sheet) return found({ ...sheet, isGiven: true });
  if (isWebAddress(address) || /^data:/i.test(address)) return undefined;
  const file = context.files.find(pathOf(address), from);
  if (!file) return undefined;
  context.used.add(file.name);
  return found({ ...file, isGiven: false });

  function found(sheet: FoundSheet): FoundSheet {
    const message = "The style sheet stands in the template’s CSS.";
    context.rows.push({ kind: "address", subject, outcome: "css", message, ...where });
    return sheet;
  }
}

function isFont({ name, bytes }: ImportFile): boolean {
  return assetKindOf(bytes, name)?.contentType.startsWith("font/") ?? false;
}

const weights: readonly (readonly [RegExp, string])[] = [
  [/variablefont/i, "1 1000"],
  [/(?:extra|ultra)-?light/i, "200"],
  [/(?:semi|demi)-?bold/i, "600"],
  [/(?:extra|ultra)-?bold/i, "800"],
  [/thin/i, "100"],
  [/light/i, "300"],
  [/regular/i, "400"],
  [/medium/i, "500"],
  [/bold/i, "700"],
  [/black|heavy/i, "900"],
];

/** The weight that the name of a font file tells, in words or as a number. */
function weightOf(file: string): string | undefined {
  return weights.find(([pattern]) => pattern.test(file))?.[1] ?? /(?:^|[^\d])([1-9]00)(?!\d)/.exec(file)?.[1];
}

const folded = (name: string) => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "");

/**
 * The fonts that an address asks for, with what its rule would say of each. The ZIP of a family has all its faces, and a
 * document takes longer with each: other weights are left out, and those beside a variable font. Fonts in the web often
 * name no family but that of their weight, so their names count; with an unknown one, all are found by their families.
 */
function chosenFonts(address: string, fonts: readonly ImportFile[]): { file: ImportFile; face: string | undefined }[] {
  const plain = decodeURIComponent(address.replaceAll("+", " ").replaceAll(/%(?![\da-f]{2})/gi, "%25"));
  const families = [...plain.matchAll(/[?&|]family=([^:&|]+)|\|([^:&|]+)/g)].map(
    ([, first, other]) => first ?? other ?? "",
  );
  const asked = new Set(plain.match(/\b[1-9]00(?=\b|i)/g) ?? ["400"]);
  const isRange = /\d{3}\.\.\d{3}/.test(plain);
  const read = fonts.map((file) => {
    const name = file.name.slice(file.name.lastIndexOf("/") + 1);
    const family = families.length === 1 ? families[0] : families.find((one) => folded(name).startsWith(folded(one)));
    return { file, family, weight: weightOf(name), isItalic: /italic/i.test(name) };
  });
  const isVariable = read.some(({ weight }) => weight?.includes(" "));
  const isKnown = read.every(({ family, weight }) => family !== undefined && weight !== undefined);
  return read
    .filter(({ weight }) => isVariable === (weight?.includes(" ") ?? false) || weight === undefined)
    .filter(({ weight }) => weight === undefined || weight.includes(" ") || isRange || asked.has(weight))
    .map(({ file, family = "", weight = "", isItalic }) => {
      const style = isItalic ? "italic" : "normal";
      const face = `font-family: "${family.replaceAll(/["\\]/g, "")}"; font-weight: ${weight}; font-style: ${style}`;
      return { file, face: isKnown ? face : undefined };
    });
}
