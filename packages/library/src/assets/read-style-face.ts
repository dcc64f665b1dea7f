import { TokenType } from "@csstools/css-tokenizer";
import { familyNames } from "./family-names.ts";
import { addressOf, enter, type Range, type StyleReader } from "./style-reader.ts";

export type StyleFace = Range & {
  isTopLevel: boolean;
  /** The texts of its descriptors, by their names. */
  descriptors: Map<string, string>;
  /** The name of its family, without quotes. */
  family: string | undefined;
  addresses: Range[];
};

/** Reads a rule for a font from the mark behind its name on; undefined without a block. */
export function readStyleFace(reader: StyleReader, start: number, isTopLevel: boolean): StyleFace | undefined {
  reader.index = reader.afterBlanks(reader.index);
  if (reader.typeAt(reader.index) !== TokenType.OpenCurly) return undefined;
  const face: StyleFace = {
    start,
    end: reader.css.length,
    isTopLevel,
    descriptors: new Map(),
    family: undefined,
    addresses: [],
  };
  reader.index += 1;
  let name: string | undefined;
  let valueFrom = 0;
  const inside: string[] = [];

  function finishDescriptor(): void {
    if (name === undefined) return;
    face.descriptors.set(name, reader.css.slice(reader.startOf(valueFrom), reader.startOf(reader.index)).trim());
    if (name === "font-family") [face.family] = familyNames(reader.tokens.slice(valueFrom, reader.index), false);
    name = undefined;
  }

  for (
    let token = reader.tokens[reader.index];
    token && token[0] !== TokenType.EOF;
    token = reader.tokens[(reader.index += 1)]
  ) {
    if (inside.length === 0 && token[0] === TokenType.CloseCurly) break;
    if (inside.length === 0 && token[0] === TokenType.Semicolon) {
      finishDescriptor();
    } else if (name === undefined && token[0] === TokenType.Ident && reader.isNamed(reader.index)) {
      name = token[4].value.toLowerCase();
      reader.index = reader.afterBlanks(reader.index + 1);
      valueFrom = reader.afterBlanks(reader.index + 1);
    } else {
      const address = addressOf(token, inside.at(-1));
      if (address && name === "src") face.addresses.push(address);
      enter(inside, token);
    }
  }
  finishDescriptor();
  if (reader.typeAt(reader.index) === TokenType.CloseCurly) {
    face.end = reader.startOf(reader.index) + 1;
    reader.index += 1;
  }
  return face;
}
