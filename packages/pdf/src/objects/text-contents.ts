import { referenceIn } from "./pdf-dictionary.ts";
import type { PdfObjects } from "./pdf-objects.ts";

/** A stream with text, and the object that names its fonts: its page, or the stream itself. */
export type TextContent = { number: number; owner: number };

/** All contents of a document together, unpacked. Beyond it the CMaps stay as they are. */
export const longestContents = 64_000_000;

const pageStart = /^\d+ 0 obj\n<<\/Type \/Page\n/;
/** Objects with text besides pages: forms, which are drawn as a whole, and patterns, which are repeated. */
const formStart = /^\d+ 0 obj\n<<\/Type \/(?:XObject\n\/Subtype \/Form\n|Pattern\n\/PatternType 1\n)/;

/** All content streams with text, with the objects that name their fonts. */
export function findTextContents(objects: PdfObjects): TextContent[] {
  const contents: TextContent[] = [];
  for (let number = 1; number < objects.count; number++) {
    const start = objects.startOf(number);
    if (pageStart.test(start))
      contents.push({ number: referenceIn(objects.readDictionary(number), "Contents"), owner: number });
    else if (formStart.test(start)) contents.push({ number, owner: number });
  }
  return contents;
}
