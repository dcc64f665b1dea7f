import type { Format } from "./format.ts";
import { chartFormats } from "./formats/charts.ts";
import { choiceFormats } from "./formats/choice.ts";
import { codeFormats } from "./formats/codes.ts";
import { dateFormats } from "./formats/dates.ts";
import { languageFormats } from "./formats/languages.ts";
import { listFormats } from "./formats/lists.ts";
import { numberFormats } from "./formats/numbers.ts";
import { reachFormats } from "./formats/reach.ts";
import { textFormats } from "./formats/text.ts";

/** Every format, in the order of the reference. */
export const formats: readonly Format[] = [
  ...numberFormats,
  ...dateFormats,
  ...textFormats,
  ...choiceFormats,
  ...listFormats,
  ...reachFormats,
  ...codeFormats,
  ...chartFormats,
  ...languageFormats,
];

const byName: ReadonlyMap<string, Format> = new Map(formats.map((format) => [format.name, format]));

/** The format of a name; undefined if there is none. */
export function findFormat(name: string): Format | undefined {
  return byName.get(name);
}

/** How a format is written: `money [currency] [style]`. Brackets are around what may be left out. */
export function signatureOf({ name, parameters }: Format): string {
  const written = parameters.map((parameter) => {
    const text = parameter.isNamed ? `${parameter.name}=…` : parameter.isRest ? `${parameter.name} …` : parameter.name;
    return parameter.isRequired ? text : `[${text}]`;
  });
  return [name, ...written].join(" ");
}
