import { readXml } from "./read-xml.ts";

/** Characters that XML does not allow are written as `_x000D_`. */
export function unescaped(text: string): string {
  return text.includes("_x")
    ? text.replaceAll(/_x([\dA-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text;
}

/** Reads the texts that the cells share. A text may be in pieces of different looks. Notes on its pronunciation are left out. */
export function readStrings(bytes: Uint8Array): string[] {
  const strings: string[] = [];
  let text = "";
  let isNote = false;
  readXml(bytes, {
    onOpen: (element) => {
      if (element === "si") text = "";
      else if (element === "rPh") isNote = true;
    },
    onClose: (element, content) => {
      if (element === "t" && !isNote) text += content;
      else if (element === "rPh") isNote = false;
      else if (element === "si") strings.push(unescaped(text));
    },
  });
  return strings;
}
