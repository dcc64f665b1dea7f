import { SaxesParser } from "saxes";
import { FileMistake } from "./translation-file.ts";

/** Codes of a translator's program in a text. Their meaning is in the program, so that no text can be made of them. */
const codes = new Set(["ph", "pc", "sc", "ec", "sm", "em"]);

const localName = (name: string) => name.slice(name.indexOf(":") + 1);

/**
 * Reads the translations of an XLIFF 2 file: the target of each unit, by the unit's name. The parser knows no entities but
 * those of XML, and a file with a document type is refused.
 */
export function readXliff(content: string): Record<string, Record<string, string>> {
  const parser = new SaxesParser();
  const place = () => ({ line: parser.line, column: parser.column + 1 });
  const texts = new Map<string, string>();
  let language: string | undefined;
  let key: string | undefined;
  let target: string[] | undefined;

  parser.on("error", () => {
    throw new FileMistake("is not valid XML at this place", place());
  });
  parser.on("doctype", () => {
    throw new FileMistake("must not have a document type (<!DOCTYPE>)", place());
  });
  parser.on("opentag", ({ name, attributes }) => {
    const tag = localName(name);
    if (tag === "xliff") {
      if (!attributes["version"]?.startsWith("2.")) throw new FileMistake("must be of XLIFF version 2", place());
      language = attributes["trgLang"];
      if (!language) throw new FileMistake("needs the attribute trgLang, the language of its targets", place());
    } else if (tag === "unit") key = attributes["name"] ?? attributes["id"];
    else if (tag === "target") target = [];
    else if (target && codes.has(tag)) {
      throw new FileMistake(`has the code <${tag}> in a text. Export texts as they are, without codes`, place());
    } else if (target && tag === "cp") target.push(String.fromCodePoint(codePointOf(attributes["hex"])));
  });
  const addText = (text: string) => void target?.push(text);
  parser.on("text", addText);
  parser.on("cdata", addText);
  parser.on("closetag", ({ name }) => {
    if (localName(name) !== "target" || !target) return;
    const text = target.join("");
    target = undefined;
    if (key === undefined) throw new FileMistake("has a target outside a unit with a name", place());
    // Programs write an empty target for a text that is not translated.
    if (text !== "") texts.set(key, (texts.get(key) ?? "") + text);
  });
  parser.write(content).close();
  if (language === undefined) throw new FileMistake("must be an XLIFF file", { line: 1, column: 1 });
  return { [language]: Object.fromEntries(texts) };

  function codePointOf(hex = ""): number {
    const code = /^[\dA-F]{1,6}$/i.test(hex) ? Number.parseInt(hex, 16) : Number.NaN;
    if (code <= 0x10_ff_ff) return code;
    throw new FileMistake("has a character <cp> without a valid hex", place());
  }
}
