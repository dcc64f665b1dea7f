import { defaultTreeAdapter, parse, serialize, type DefaultTreeAdapterTypes as Tree } from "parse5";
import { readMark } from "./canvas-marks.ts";

/** Elements that run, load or redirect something. The canvas would show nothing for them. */
export const removedElements: ReadonlySet<string> = new Set(
  "applet base embed fencedframe frame frameset iframe link object portal script".split(" "),
);
export const animations: ReadonlySet<string> = new Set(["animate", "animateMotion", "animateTransform", "set"]);
export const urlAttributes: ReadonlySet<string> = new Set([
  "background",
  "data",
  "href",
  "poster",
  "src",
  "srcset",
  "xlink:href",
]);
export const removedAttributes: ReadonlySet<string> = new Set(
  "accesskey action autofocus formaction manifest nonce ping srcdoc".split(" "),
);

/** One address of an asset, or several in a `srcset`. */
const assetAddresses = /^(?:asset:[a-z0-9][a-z0-9._/-]*,?)+$/;

/**
 * Removes everything from HTML that could run, load something or navigate away, and all comments except the canvas's
 * marks. Styles stay, because the canvas's content security policy blocks what they load. That policy is also the second
 * line of defence. A sanitizer library would remove the marks. Returns a whole document.
 */
export function sanitizeHtml(html: string): string {
  const document = parse(html, { scriptingEnabled: false });
  const waiting: Tree.ParentNode[] = [document];
  for (let parent = waiting.pop(); parent; parent = waiting.pop()) {
    parent.childNodes = parent.childNodes.filter((child) => isKept(child));
    for (const child of parent.childNodes) {
      if (!defaultTreeAdapter.isElementNode(child)) continue;
      child.attrs = child.attrs.filter((attribute) => isSafeAttribute(child.tagName, attribute));
      keepFirstLineBreak(child);
      waiting.push(child);
      if ("content" in child) waiting.push(child.content);
    }
  }
  takeMarksIntoBody(document);
  return serialize(document);
}

/** Moves marks that the parser puts before the document's root, because text starts there, to where the text is. */
function takeMarksIntoBody(document: Tree.Document): void {
  const root = document.childNodes.find((node) => defaultTreeAdapter.isElementNode(node));
  const body = root?.childNodes.find((node) => defaultTreeAdapter.isElementNode(node) && node.tagName === "body");
  if (!root || !body || !("childNodes" in body)) return;
  const before = document.childNodes.slice(0, document.childNodes.indexOf(root));
  const marks = new Set<Tree.ChildNode>(before.filter((node) => defaultTreeAdapter.isCommentNode(node)));
  document.childNodes = document.childNodes.filter((node) => !marks.has(node));
  body.childNodes.unshift(...marks);
}

function isKept(node: Tree.ChildNode): boolean {
  if (defaultTreeAdapter.isCommentNode(node)) return readMark(node.data) !== undefined;
  if (!defaultTreeAdapter.isElementNode(node)) return true;
  if (removedElements.has(node.tagName)) return false;
  const valueOf = (name: string) => node.attrs.find((attribute) => attribute.name === name)?.value;
  if (node.tagName === "meta") return valueOf("http-equiv") === undefined;
  return !animations.has(node.tagName) || !/href$/i.test(valueOf("attributeName")?.trim() ?? "");
}

type Attribute = Tree.Element["attrs"][number];

function isSafeAttribute(element: string, { name, prefix, value }: Attribute): boolean {
  const fullName = prefix ? `${prefix}:${name}` : name;
  if (fullName.startsWith("on") || removedAttributes.has(fullName)) return false;
  if (!urlAttributes.has(fullName)) return true;
  // oxlint-disable-next-line no-control-regex -- browsers ignore these characters in URLs
  const url = value.replace(/[\u0000-\u0020]/g, "").toLowerCase();
  if (url.startsWith("#") || url === "") return true;
  // A link loads nothing, and the canvas prevents navigation.
  if (element === "a" || element === "area") return /^(https?|mailto|tel):/.test(url) || !/^[\w+.-]*:/.test(url);
  // The canvas itself puts the project's files in place of addresses of assets, which load nothing.
  return url.startsWith("data:image/") || url.startsWith("data:font/") || assetAddresses.test(url);
}

/** Parsers drop a line break at the start of these elements, so a real one needs another before it. */
function keepFirstLineBreak(element: Tree.Element): void {
  if (!["pre", "textarea", "listing"].includes(element.tagName)) return;
  const [first] = element.childNodes;
  if (first && defaultTreeAdapter.isTextNode(first) && first.value.startsWith("\n")) first.value = `\n${first.value}`;
}
