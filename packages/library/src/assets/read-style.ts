import { TokenType } from "@csstools/css-tokenizer";
import { familyNames } from "./family-names.ts";
import { readStyleFace, type StyleFace } from "./read-style-face.ts";
import { readStyleImport, type StyleImport } from "./read-style-import.ts";
import { addressOf, createStyleReader, enter, type Range } from "./style-reader.ts";

/** What CSS says about files and fonts. Ranges are those of the text that was read. */
export type Style = {
  /** The insides of `url()`, and of the strings in `image-set()`, outside of imports and `@font-face`. */
  addresses: Range[];
  imports: StyleImport[];
  faces: StyleFace[];
  /** The families that `font-family`, `font` and custom properties may name, in lower case. */
  families: Set<string>;
};

/** Reads CSS whose Mustache tags are masked. */
export function readStyle(css: string): Style {
  const reader = createStyleReader(css);
  const style: Style = { addresses: [], imports: [], faces: [], families: new Set() };
  /** The functions and blocks around the token: a name for a function, nothing for a block. */
  const around: string[] = [];
  /** How far the values were read for families. A value within a value is not read twice. */
  let familiesTo = 0;

  /** Collects the families that a declaration may name. Its tokens are read again by the caller. */
  function readFamilies(property: string): void {
    const from = reader.afterBlanks(reader.index + 1) + 1;
    if (from <= familiesTo) return;
    let to = from;
    while (![TokenType.Semicolon, TokenType.CloseCurly, TokenType.OpenCurly, TokenType.EOF].includes(reader.typeAt(to)))
      to += 1;
    familiesTo = to;
    for (const name of familyNames(reader.tokens.slice(from, to), property !== "font-family"))
      style.families.add(name.toLowerCase());
  }

  for (let token = reader.tokens[reader.index]; token; token = reader.tokens[reader.index]) {
    if (token[0] === TokenType.AtKeyword) {
      const name = token[4].value.toLowerCase();
      reader.index += 1;
      if (name === "import" && around.length === 0) {
        const found = readStyleImport(reader, token[2]);
        if (found) style.imports.push(found);
      } else if (name === "font-face") {
        const found = readStyleFace(reader, token[2], around.length === 0);
        if (found) style.faces.push(found);
      }
      continue;
    }
    if (token[0] === TokenType.Ident && namesFamilies(token[4].value) && reader.isNamed(reader.index))
      readFamilies(token[4].value.toLowerCase());
    const address = addressOf(token, around.at(-1));
    if (address) style.addresses.push(address);
    enter(around, token);
    reader.index += 1;
  }
  return style;
}

function namesFamilies(property: string): boolean {
  return property.startsWith("--") || /^font(?:-family)?$/i.test(property);
}
