import { NoEqual } from "./no-equal.ts";

const fields: Readonly<Record<string, string>> = {
  d: "dd",
  j: "d",
  D: "EEE",
  l: "EEEE",
  m: "MM",
  n: "M",
  M: "MMM",
  F: "MMMM",
  Y: "yyyy",
  y: "yy",
  H: "HH",
  G: "H",
  h: "hh",
  g: "h",
  i: "mm",
  s: "ss",
  A: "a",
  a: "a",
};

/** The pattern of Unicode for a pattern of PHP, such as `dd.MM.yyyy` for `d.m.Y`. */
export function patternOfPhp(format: string): string {
  let pattern = "";
  let text = "";
  const endText = () => {
    pattern += /[A-Za-z']/.test(text) ? `'${text.replaceAll("'", "''")}'` : text;
    text = "";
  };
  let hasField = false;
  for (let at = 0; at < format.length; at += 1) {
    const character = format.charAt(at);
    if (character === "\\" && at + 1 < format.length) {
      at += 1;
      text += format.charAt(at);
    } else if (!/[A-Za-z]/.test(character)) text += character;
    else {
      const field = Object.hasOwn(fields, character) ? fields[character] : undefined;
      if (field === undefined) throw new NoEqual(`Patterns of dates have nothing for ${character}.`);
      endText();
      pattern += field;
      hasField = true;
    }
  }
  endText();
  if (!hasField) throw new NoEqual("Write the form of the date: date 'dd.MM.yyyy'.");
  return pattern;
}
