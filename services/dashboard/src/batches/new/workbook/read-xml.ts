import { SaxesParser } from "saxes";

const pieceBytes = 64 * 1024;
/** A workbook nests its elements less deeply. */
const maxNested = 100;
const localName = (name: string) => name.slice(name.indexOf(":") + 1);

type Handlers = {
  onOpen: (name: string, attributes: Readonly<Record<string, string>>) => void;
  /** `text` is what an element without elements has. */
  onClose?: (name: string, text: string) => void;
};

/** The encodings of XML in a workbook, by the mark at the beginning. */
function encodingOf([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return "utf-16le";
  return first === 0xfe && second === 0xff ? "utf-16be" : "utf-8";
}

/**
 * Reads a part of a workbook, piece by piece. Names come without their prefixes, which each program chooses by itself. The parser
 * knows no entities but those of XML. Throws an error if the part is no XML.
 */
export function readXml(bytes: Uint8Array, { onOpen, onClose }: Handlers): void {
  const parser = new SaxesParser({ xmlns: false, position: false } as const);
  let text = "";
  let depth = 0;
  parser.on("opentag", ({ name, attributes }) => {
    text = "";
    depth += 1;
    if (depth > maxNested) throw new Error(`more than ${maxNested} elements are inside of each other`);
    onOpen(localName(name), attributes);
  });
  const addText = (more: string) => {
    text += more;
  };
  parser.on("text", addText);
  parser.on("cdata", addText);
  parser.on("closetag", ({ name }) => {
    depth -= 1;
    onClose?.(localName(name), text);
    text = "";
  });
  const decoder = new TextDecoder(encodingOf(bytes), { fatal: true });
  for (let at = 0; at < bytes.length; at += pieceBytes)
    parser.write(decoder.decode(bytes.subarray(at, at + pieceBytes), { stream: true }));
  parser.write(decoder.decode());
  parser.close();
}

/** The value of an attribute with a prefix, such as `r:id`. */
export function prefixed(attributes: Readonly<Record<string, string>>, name: string): string | undefined {
  return Object.entries(attributes).find(([key]) => key.endsWith(`:${name}`))?.[1];
}

export function isTrue(attribute: string | undefined): boolean {
  return attribute === "1" || attribute === "true" || attribute === "on";
}
