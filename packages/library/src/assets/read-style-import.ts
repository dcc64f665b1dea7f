import { TokenType } from "@csstools/css-tokenizer";
import { addressOf, closings, openings, type Range, type StyleReader } from "./style-reader.ts";

export type StyleImport = Range & {
  address: Range;
  /** The rules that mean what stands behind the address, such as `@media print`. */
  around: string[];
};

/** Reads an import from its address on; undefined if it has none. */
export function readStyleImport(reader: StyleReader, start: number): StyleImport | undefined {
  reader.index = reader.afterBlanks(reader.index);
  const first = reader.tokens[reader.index];
  let address: Range | undefined;
  if (first?.[0] === TokenType.Function && first[4].value.toLowerCase() === "url") {
    reader.index = reader.afterBlanks(reader.index + 1);
    const inside = reader.tokens[reader.index];
    address = inside && addressOf(inside, "url");
    reader.index = reader.afterBlanks(reader.index + 1);
    if (reader.typeAt(reader.index) === TokenType.CloseParen) reader.index += 1;
  } else if (first) {
    address = addressOf(first, "url");
    reader.index += 1;
  }
  const conditionsFrom = reader.index;
  while (![TokenType.Semicolon, TokenType.OpenCurly, TokenType.EOF].includes(reader.typeAt(reader.index)))
    reader.index += 1;
  const around = rulesAround(reader, conditionsFrom, reader.index);
  const isClosed = reader.typeAt(reader.index) === TokenType.Semicolon;
  const end = reader.startOf(reader.index) + (isClosed ? 1 : 0);
  if (isClosed) reader.index += 1;
  return address && { start, end, address, around };
}

/** The rules that have the meaning of the words behind an import's address. */
function rulesAround(reader: StyleReader, from: number, to: number): string[] {
  const rules: string[] = [];
  let at = reader.afterBlanks(from);
  for (const keyword of ["layer", "supports"]) {
    const token = reader.tokens[at];
    if (at >= to || !token) break;
    if (token[0] === TokenType.Ident && keyword === "layer" && token[4].value.toLowerCase() === "layer") {
      rules.push("@layer");
      at = reader.afterBlanks(at + 1);
    } else if (token[0] === TokenType.Function && token[4].value.toLowerCase() === keyword) {
      let depth = 1;
      const inside = at + 1;
      for (at += 1; at < to && depth > 0; at += 1) {
        if (reader.typeAt(at) === TokenType.Function || openings.has(reader.typeAt(at))) depth += 1;
        else if (closings.has(reader.typeAt(at))) depth -= 1;
      }
      const text = reader.css.slice(reader.startOf(inside), reader.startOf(at - 1)).trim();
      rules.push(keyword === "layer" ? `@layer ${text}` : `@supports (${text})`);
      at = reader.afterBlanks(at);
    }
  }
  const media = reader.css.slice(reader.startOf(at), reader.startOf(to)).trim();
  if (at < to && media !== "") rules.push(`@media ${media}`);
  return rules;
}
