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

/** Finds the style sheet of an address, and reports it. Returns undefined, without a report, if the sheet is nowhere. */
export function findSheet(address: string, place: Place, context: ImportContext): FoundSheet | undefined {
  const { from, ...where } = place;
  const subject = shown(address);
  const given = context.given.get(address.trim());
  const fonts = given?.filter(isFont) ?? [];
  if (fonts.length > 0) {
    const { chosen, others } = chooseFonts(address, fonts);
    for (const { file } of others) {
      const message = "The page asks for other weights of the family.";
      context.rows.push({ kind: "file", subject: file.name, outcome: "skipped", message });
    }
    const added = chosen.flatMap((font) => {
      const asset = context.store.add(font.file.name, font.file.bytes);
      if (asset === undefined) return [];
      context.rows.push({ kind: "address", subject, outcome: "asset", became: `asset:${asset}`, ...where });
      return [{ ...font, asset }];
    });
    const rules = new TextEncoder().encode(facesOf(added).join("\n"));
    return { name: subject, bytes: rules, isGiven: true, isDone: true };
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

/** A font that was given for a style sheet. */
type GivenFont = {
  file: ImportFile;
  family: string | undefined;
  /** `1 1000` for a variable font. */
  weight: string | undefined;
  isItalic: boolean;
};

const isVariable = ({ weight }: GivenFont) => weight?.includes(" ") === true;

/**
 * The fonts that an address asks for, and the others. The ZIP of a family has all its faces, and a document takes longer
 * with each: other weights are left out, and those of a family beside its variable font.
 */
function chooseFonts(address: string, files: readonly ImportFile[]): { chosen: GivenFont[]; others: GivenFont[] } {
  const query = new URLSearchParams(address.slice(address.indexOf("?") + 1));
  const specs = query.getAll("family").flatMap((value) => value.split("|"));
  const families = specs.map((spec) => spec.replace(/:.*/s, ""));
  const asked = new Set(specs.join(" ").match(/\b[1-9]00(?=\b|i)/g) ?? ["400"]);
  const isRange = specs.some((spec) => /\d\.\.\d/.test(spec));
  const fonts = files.map((file): GivenFont => {
    const name = file.name.slice(file.name.lastIndexOf("/") + 1);
    const family = families.length === 1 ? families[0] : families.find((one) => folded(name).startsWith(folded(one)));
    return { file, family, weight: weightOf(name), isItalic: /italic/i.test(name) };
  });
  const variable = new Set(fonts.filter(isVariable).map(({ family }) => family));
  const isAsked = (font: GivenFont) =>
    isVariable(font) ||
    font.weight === undefined ||
    (!variable.has(font.family) && (isRange || asked.has(font.weight)));
  const chosen = fonts.filter(isAsked);
  return chosen.length === 0
    ? { chosen: fonts, others: [] }
    : { chosen, others: fonts.filter((font) => !chosen.includes(font)) };
}

/**
 * The rules of fonts. Fonts in the web often name the family of their weight alone, so the names of the files count. If one
 * of them says nothing, there are no rules: Platen finds the fonts by the families that they name.
 */
function facesOf(fonts: readonly (GivenFont & { asset: string })[]): string[] {
  const isKnown = fonts.every(({ family, weight }) => family !== undefined && weight !== undefined);
  if (!isKnown) return [];
  return fonts.map(({ family = "", weight = "", isItalic, asset }) => {
    const name = family.replaceAll(/["\\{}]/g, "");
    const style = isItalic ? "italic" : "normal";
    return `@font-face { font-family: "${name}"; font-weight: ${weight}; font-style: ${style}; src: url(asset:${asset}) }`;
  });
}
