import { html as htmlNames, parse, type DefaultTreeAdapterTypes as Tree } from "parse5";
import type { Range } from "./nodes.ts";

/** The extent of an element according to the HTML parser. */
export type ElementExtent = Range & {
  name: string;
  isForeign: boolean;
  open: Range;
  close: Range | undefined;
  /** The start of its parent in the parsed tree, which need not be around it in the text. */
  parentStart: number | undefined;
};

/** Finds the elements of HTML by the offset of their start tags, without those that the parser adds. */
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

/** The start of an element, or of the nearest one around it that is in the text. */
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
  // The parser splits a misnested element into several. The shortest is the one that its own tags enclose.
  if (!other || extent.end < other.end) found.set(start, extent);
}
