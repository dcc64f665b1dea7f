import { pathOf } from "../files/file-set.ts";
import { assetKindOf } from "../files/asset-kind.ts";
import type { ImportFile } from "../files/import-file.ts";
import type { ImportContext, Place } from "./import-context.ts";
import { isWebAddress, shown } from "./resolve-address.ts";

/** A style sheet among the files, or one that the user gave for its address. */
export type FoundSheet = ImportFile & { isGiven: boolean };

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
  if (given) {
    const fonts = given.filter(isFont);
    const sheet = given.find((file) => !fonts.includes(file));
    for (const { name, bytes } of fonts.filter(isWanted(address, fonts))) {
      const message = "Platen finds it by the family that the file names.";
      const asset = context.store.add(name, bytes);
      if (asset !== undefined)
        context.rows.push({ kind: "address", subject, outcome: "asset", became: `asset:${asset}`, message, ...where });
    }
    if (fonts.length > 0) return { name: subject, bytes: new Uint8Array(), isGiven: true };
    if (sheet) return found({ ...sheet, isGiven: true });
  }
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

/**
 * The ZIP of a family has all its faces, and a document takes longer with each: those whose names tell another weight
 * than the address asks for are left out, and those of the folder `static` if a variable font stands beside it.
 */
function isWanted(address: string, fonts: readonly ImportFile[]): (font: ImportFile) => boolean {
  const asked = new Set(address.match(/\b[1-9]00(?=\b|i)/g));
  const isRange = /\d{3}\.\.\d{3}/.test(address);
  const hasVariable = fonts.some(({ name }) => /variablefont/i.test(name));
  return ({ name }) => {
    if (/variablefont/i.test(name)) return true;
    if (hasVariable) return false;
    const weight = weights.find(([pattern]) => pattern.test(name.slice(name.lastIndexOf("/") + 1)))?.[1];
    return weight === undefined || isRange || (asked.size === 0 ? weight === "400" : asked.has(weight));
  };
}
