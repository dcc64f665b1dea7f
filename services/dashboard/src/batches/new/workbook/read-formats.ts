import { getFormatFromId } from "numfmt";
import { readXml } from "./read-xml.ts";

/** Reads the number format of each style, which cells name by its place. Formats without a text of their own follow the language. */
export function readFormats(bytes: Uint8Array, language: string): string[] {
  const own = new Map<number, string>();
  const formats: string[] = [];
  let isOfCells = false;
  readXml(bytes, {
    onOpen: (element, { numFmtId = "0", formatCode }) => {
      const id = Number(numFmtId);
      if (element === "cellXfs") isOfCells = true;
      else if (element === "numFmt" && formatCode !== undefined) own.set(id, formatCode);
      else if (element === "xf" && isOfCells) formats.push(own.get(id) ?? getFormatFromId(id, language));
    },
    onClose: (element) => {
      if (element === "cellXfs") isOfCells = false;
    },
  });
  return formats;
}
