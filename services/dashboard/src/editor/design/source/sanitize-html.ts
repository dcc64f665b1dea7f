import { defaultTreeAdapter, parse, serialize, type DefaultTreeAdapterTypes as Tree } from "parse5";
import { readMark } from "./canvas-marks.ts";

/** Elements that run, load or redirect something; the canvas has nothing to show of them. */
const leftOut = new Set("applet base embed fencedframe frame frameset iframe link object portal script".split(" "));
const animations = new Set(["animate", "animateMotion", "animateTransform", "set"]);
const addresses = new Set(["background", "data", "href", "poster", "src", "srcset", "xlink:href"]);
const forbidden = new Set("accesskey action autofocus formaction manifest nonce ping srcdoc".split(" "));

/**
 * Takes out of HTML whatever could run, load something or lead away, and every comment that is no mark of the canvas.
 * Styles stay: what they ask for is refused by the canvas's own policy, which is also what holds should this miss
 * something. Gives a whole document.
 */
export function makeHarmless(html: string): string {
  const document = parse(html, { scriptingEnabled: false });
  const waiting: Tree.ParentNode[] = [document];
  for (let parent = waiting.pop(); parent; parent = waiting.pop()) {
    parent.childNodes = parent.childNodes.filter((child) => isKept(child));
    for (const child of parent.childNodes) {
      if (!defaultTreeAdapter.isElementNode(child)) continue;
      child.attrs = child.attrs.filter((attribute) => isHarmless(child.tagName, attribute));
      keepFirstLineEnd(child);
      waiting.push(child);
      if ("content" in child) waiting.push(child.content);
    }
  }
  return serialize(document);
}

function isKept(node: Tree.ChildNode): boolean {
  if (defaultTreeAdapter.isCommentNode(node)) return readMark(node.data) !== undefined;
  if (!defaultTreeAdapter.isElementNode(node)) return true;
  if (leftOut.has(node.tagName)) return false;
  const valueOf = (name: string) => node.attrs.find((attribute) => attribute.name === name)?.value;
  if (node.tagName === "meta") return valueOf("http-equiv") === undefined;
  return !animations.has(node.tagName) || !/href$/i.test(valueOf("attributeName")?.trim() ?? "");
}

type Attribute = Tree.Element["attrs"][number];

function isHarmless(element: string, { name, prefix, value }: Attribute): boolean {
  const fullName = prefix ? `${prefix}:${name}` : name;
  if (fullName.startsWith("on") || forbidden.has(fullName)) return false;
  if (!addresses.has(fullName)) return true;
  // oxlint-disable-next-line no-control-regex -- browsers leave these out of addresses
  const address = value.replace(/[\u0000-\u0020]/g, "").toLowerCase();
  if (address.startsWith("#") || address === "") return true;
  // Nothing is loaded for a link, and following it is the canvas's to prevent.
  if (element === "a" || element === "area")
    return /^(https?|mailto|tel):/.test(address) || !/^[\w+.-]*:/.test(address);
  return address.startsWith("data:image/") || address.startsWith("data:font/");
}

/** Parsers leave out the first line's end in these elements, so one that is part of the text needs another before it. */
function keepFirstLineEnd(element: Tree.Element): void {
  if (!["pre", "textarea", "listing"].includes(element.tagName)) return;
  const [first] = element.childNodes;
  if (first && defaultTreeAdapter.isTextNode(first) && first.value.startsWith("\n")) first.value = `\n${first.value}`;
}
