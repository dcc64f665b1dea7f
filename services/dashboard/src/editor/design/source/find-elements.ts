import { html as htmlNames, parse, type DefaultTreeAdapterTypes as Tree } from "parse5";
import type { Range } from "./nodes.ts";

/** An element as the HTML parser sees it. */
export type ElementExtent = Range & {
  name: string;
  isForeign: boolean;
  open: Range;
  close: Range | undefined;
  /** Where the element starts that it is put into, which need not be around it in the text. */
  parentStart: number | undefined;
};

/** Finds the elements that HTML has, by where their start tags start. Those that the parser adds by itself are left out. */
export function findElements(html: string): Map<number, ElementExtent> {
  const found = new Map<number, ElementExtent>();
  const waiting: Tree.ParentNode[] = [parse(html, { sourceCodeLocationInfo: true, scriptingEnabled: false })];
  for (let parent = waiting.pop(); parent; parent = waiting.pop()) {
    for (const child of parent.childNodes) {
      if (!("tagName" in child)) continue;
      waiting.push(child);
      if ("content" in child) waiting.push(child.content);
      addElement(child, startOf(parent), found);
    }
  }
  return found;
}

/** Where a node's element starts, or the nearest around it that is in the text. */
function startOf(node: Tree.ParentNode): number | undefined {
  let element: Tree.ParentNode | null = node;
  while (element && "tagName" in element) {
    if (element.sourceCodeLocation) return element.sourceCodeLocation.startOffset;
    element = element.parentNode;
  }
  return undefined;
}

function addElement(element: Tree.Element, parentStart: number | undefined, found: Map<number, ElementExtent>): void {
  const location = element.sourceCodeLocation;
  if (!location?.startTag) return;
  const { startOffset: start, endOffset: end, startTag, endTag } = location;
  const extent: ElementExtent = {
    name: element.tagName,
    isForeign: element.namespaceURI !== htmlNames.NS.HTML,
    start,
    end: Math.max(end, startTag.endOffset),
    open: { start, end: startTag.endOffset },
    close: endTag && { start: endTag.startOffset, end: endTag.endOffset },
    parentStart,
  };
  const other = found.get(start);
  // The parser opens a misnested element again where it was cut off: the shortest is what its tags hold together.
  if (!other || extent.end < other.end) found.set(start, extent);
}
