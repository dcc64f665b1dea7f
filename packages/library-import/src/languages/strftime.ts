import { NoEqual } from "./no-equal.ts";

const fields: Readonly<Record<string, string>> = {
  Y: "yyyy",
  y: "yy",
  m: "MM",
  "-m": "M",
  d: "dd",
  "-d": "d",
  B: "MMMM",
  b: "MMM",
  h: "MMM",
  A: "EEEE",
  a: "EEE",
  H: "HH",
  "-H": "H",
  I: "hh",
  "-I": "h",
  M: "mm",
  "-M": "m",
  S: "ss",
  "-S": "s",
  p: "a",
  F: "yyyy-MM-dd",
  D: "MM/dd/yy",
  T: "HH:mm:ss",
  R: "HH:mm",
};

/** The pattern of Unicode for a pattern of `strftime`, such as `dd.MM.yyyy` for `%d.%m.%Y`. */
export function patternOfStrftime(format: string): string {
  let pattern = "";
  let text = "";
  const endText = () => {
    pattern += /[A-Za-z']/.test(text) ? `'${text.replaceAll("'", "''")}'` : text;
    text = "";
  };
  for (let at = 0; at < format.length; at += 1) {
    const character = format.charAt(at);
    if (character !== "%") {
      text += character;
      continue;
    }
    const name = format.charAt(at + 1) === "-" ? format.slice(at + 1, at + 3) : format.charAt(at + 1);
    at += name.length;
    if (name === "%") {
      text += "%";
      continue;
    }
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (field === undefined) throw new NoEqual(`Patterns of dates have nothing for %${name}.`);
    endText();
    pattern += field;
  }
  endText();
  if (pattern.trim() === "" || !format.includes("%"))
    throw new NoEqual("Write the form of the date: date 'dd.MM.yyyy'.");
  return pattern;
}
