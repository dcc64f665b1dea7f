import { standardDelimiters, type Delimiters } from "@platen/mustache";
import { defaultTreeAdapter, parse, type DefaultTreeAdapterTypes as Tree } from "parse5";
import { cellStyle, headStyle } from "../edits/palette.ts";
import { typedPieces } from "../edits/set-content.ts";
import { writeText } from "../model/written-text.ts";

/** Pasted content that is safe to keep: text, and elements with no attribute but these. */
export type Pasted = string | PastedElement;
type PastedElement = { name: string; href?: string; span?: Readonly<Record<string, string>>; children: Pasted[] };

/** The most characters that one paste takes. */
export const mostPasted = 1_000_000;

/** The message for a paste of more characters. */
export function tooMuchPasted(length: number): string {
  return `Not pasted: ${(length / 1e6).toFixed(1)} million characters are too many at once. Paste up to 1 million.`;
}

/** Markup that nests deeper is not written text. */
const deepest = 100;

const dropped = new Set(
  "applet area audio base button canvas datalist embed frame frameset head iframe img input link map meta math noembed noframes noscript object option picture portal script select source style svg template textarea title track video".split(
    " ",
  ),
);
const kept: Readonly<Record<string, string>> = {
  b: "b",
  strong: "b",
  i: "i",
  em: "i",
  u: "u",
  ins: "u",
  sub: "sub",
  sup: "sup",
};
const blockNames = new Set(
  "address article aside blockquote body center dd details div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr html li main nav ol p pre section summary table tbody td tfoot th thead tr ul".split(
    " ",
  ),
);

function isElement(node: Tree.Node): node is Tree.Element {
  return defaultTreeAdapter.isElementNode(node);
}

function valueOf(element: Tree.Element, name: string): string {
  return element.attrs.find((attribute) => attribute.name === name)?.value ?? "";
}

/** The declarations of a style attribute. */
function stylesOf(element: Tree.Element): ReadonlyMap<string, string> {
  return new Map(
    valueOf(element, "style")
      .split(";")
      .map((declaration) => {
        const [name = "", ...value] = declaration.split(":");
        return [name.trim().toLowerCase(), value.join(":").trim().toLowerCase()] as const;
      }),
  );
}

function isDropped(element: Tree.Element): boolean {
  if (dropped.has(element.tagName)) return true;
  const styles = stylesOf(element);
  // Word writes the bullets and numbers of its lists as hidden text.
  return styles.get("mso-list") === "ignore" || styles.get("display") === "none" || styles.get("mso-hide") === "all";
}

function holdsBlocks(element: Tree.Element, depth = 0): boolean {
  return element.childNodes.some(
    (node) => isElement(node) && (blockNames.has(node.tagName) || (depth < deepest && holdsBlocks(node, depth + 1))),
  );
}

function isBlank(nodes: readonly Pasted[]): boolean {
  return nodes.every((node) => (typeof node === "string" ? node.trim() === "" : isBlank(node.children)));
}

function safeLink(href: string): string | undefined {
  return /^(?:https?:\/\/|mailto:|tel:)/i.test(href.trim()) ? href.trim() : undefined;
}

/** Adds a node after others: equal neighbours become one. */
function add(nodes: Pasted[], next: Pasted): void {
  const last = nodes.at(-1);
  if (typeof next === "string") {
    const text = next.replaceAll(/[\s\u00a0]+/g, " ");
    if (typeof last === "string") nodes[nodes.length - 1] = (last + text).replaceAll(/ {2,}/g, " ");
    else nodes.push(text);
  } else if (typeof last === "object" && last.name === next.name && last.href === next.href && kept[next.name]) {
    for (const child of next.children) add(last.children, child);
  } else nodes.push(next);
}

function formatsOf(element: Tree.Element): { name: string; href?: string }[] {
  const styles = stylesOf(element);
  const weight = styles.get("font-weight") ?? "";
  const href = element.tagName === "a" ? safeLink(valueOf(element, "href")) : undefined;
  const names = new Set<string>();
  const own = kept[element.tagName];
  if (own !== undefined) names.add(own);
  if (weight === "bold" || weight === "bolder" || Number(weight) >= 600) names.add("b");
  // Google Docs puts a `b` that is not bold around everything.
  else if (weight !== "") names.delete("b");
  const slant = styles.get("font-style");
  if (slant === "italic" || slant === "oblique") names.add("i");
  else if (slant === "normal") names.delete("i");
  const line = styles.get("text-decoration") ?? styles.get("text-decoration-line") ?? "";
  if (line.includes("underline")) names.add("u");
  const shift = styles.get("vertical-align");
  if (shift === "super") names.add("sup");
  if (shift === "sub") names.add("sub");
  return [...(href === undefined ? [] : [{ name: "a", href }]), ...[...names].map((name) => ({ name }))];
}

/** The content of a link. The line under it is the style of links. */
function withoutLines(nodes: readonly Pasted[]): Pasted[] {
  return nodes.flatMap((node): Pasted[] => {
    if (typeof node === "string") return [node];
    const children = withoutLines(node.children);
    return node.name === "u" ? children : [{ ...node, children }];
  });
}

/** The text of nodes with its formats. Blocks become lines. */
function inlineOf(nodes: readonly Tree.ChildNode[], depth: number): Pasted[] {
  const found: Pasted[] = [];
  for (const node of nodes) {
    if (defaultTreeAdapter.isTextNode(node)) add(found, node.value);
    if (!isElement(node) || isDropped(node) || depth > deepest) continue;
    if (node.tagName === "br") {
      found.push({ name: "br", children: [] });
      continue;
    }
    const isBlock = blockNames.has(node.tagName);
    if (isBlock && !isBlank(found)) found.push({ name: "br", children: [] });
    const inner = inlineOf(node.childNodes, depth + 1);
    const wrapped = formatsOf(node).reduceRight<Pasted[]>(
      (children, format) =>
        isBlank(children)
          ? children
          : [{ ...format, children: format.name === "a" ? withoutLines(children) : children }],
      inner,
    );
    for (const one of wrapped) add(found, one);
  }
  return found;
}

function isBreak(node: Pasted | undefined): boolean {
  return typeof node === "object" && node.name === "br";
}

/** Text without white space and breaks at its ends. */
function trimmed(nodes: readonly Pasted[]): Pasted[] {
  const all = [...nodes];
  const isEdge = (node: Pasted | undefined) =>
    node !== undefined && (isBreak(node) || (typeof node === "string" && node.trim() === ""));
  while (isEdge(all[0])) all.shift();
  while (isEdge(all.at(-1))) all.pop();
  if (typeof all[0] === "string") all[0] = all[0].trimStart();
  const last = all.at(-1);
  if (typeof last === "string") all[all.length - 1] = last.trimEnd();
  return all;
}

/** The blocks of a cell or item: a single text needs no paragraph. */
function contentOf(element: Tree.Element, depth: number): Pasted[] {
  const blocks = blocksIn(element.childNodes, depth + 1);
  return blocks.flatMap((block, index): Pasted[] => {
    if (typeof block === "string" || block.name !== "p") return [block];
    const before = blocks[index - 1];
    const isNext = typeof before === "object" && before.name === "p";
    return [...(isNext ? [{ name: "br", children: [] }] : []), ...block.children];
  });
}

function listOf(element: Tree.Element, depth: number): PastedElement {
  const items: PastedElement[] = [];
  for (const node of element.childNodes) {
    if (!isElement(node) || isDropped(node)) continue;
    const last = items.at(-1);
    // Google Docs writes the list inside an item after the item.
    const isNested = node.tagName === "ul" || node.tagName === "ol";
    if (isNested && last && depth < deepest) last.children.push(listOf(node, depth + 1));
    else if (!isNested) items.push({ name: "li", children: contentOf(node, depth) });
  }
  return { name: element.tagName, children: items };
}

function rowsOf(element: Tree.Element, depth: number): Tree.Element[] {
  return element.childNodes.flatMap((node) => {
    if (!isElement(node) || depth > deepest) return [];
    return node.tagName === "tr" ? [node] : /^t(?:head|body|foot)$/.test(node.tagName) ? rowsOf(node, depth + 1) : [];
  });
}

function spanOf(cell: Tree.Element): Record<string, string> {
  const spans = ["colspan", "rowspan"].map((name) => [name, valueOf(cell, name)] as const);
  return Object.fromEntries(spans.filter(([, value]) => /^[1-9]\d{0,2}$/.test(value) && value !== "1"));
}

function tableOf(element: Tree.Element, depth: number): PastedElement {
  const rows = rowsOf(element, depth).map((row) => ({
    name: "tr",
    children: row.childNodes.flatMap((cell) => {
      if (!isElement(cell) || (cell.tagName !== "td" && cell.tagName !== "th")) return [];
      const content = depth > 2 ? trimmed(inlineOf(cell.childNodes, depth)) : contentOf(cell, depth);
      return [{ name: cell.tagName, span: spanOf(cell), children: content }];
    }),
  }));
  const isHead = ({ children }: (typeof rows)[number]) => children.every(({ name }) => name === "th");
  const headRows = rows.findIndex((row) => !isHead(row));
  const head = rows.slice(0, headRows === -1 ? rows.length : headRows);
  const body = rows.slice(head.length);
  const parts = [
    { name: "thead", children: head },
    { name: "tbody", children: body },
  ];
  return { name: "table", children: parts.filter(({ children }) => children.length > 0) };
}

/** The level of a paragraph in a list of Word, and whether the list is numbered. */
function wordItem(element: Tree.Element): { level: number; name: "ul" | "ol" } | undefined {
  const level = /level(\d)/.exec(stylesOf(element).get("mso-list") ?? "")?.[1];
  if (level === undefined) return undefined;
  const isNumbered = /^[\s\u00a0]*(?:\d+|[a-z]{1,4})[.)]/i.test(ignoredText(element, 0));
  return { level: Number(level), name: isNumbered ? "ol" : "ul" };
}

/** The text of a paragraph of Word that its list makes. */
function ignoredText(element: Tree.Element, depth: number): string {
  return element.childNodes
    .map((node) => {
      if (!isElement(node) || depth > deepest) return "";
      return stylesOf(node).get("mso-list") === "ignore" ? textOf(node, depth) : ignoredText(node, depth + 1);
    })
    .join("");
}

function textOf(element: Tree.Element, depth: number): string {
  return element.childNodes
    .map((node) => {
      if (defaultTreeAdapter.isTextNode(node)) return node.value;
      return isElement(node) && depth < deepest ? textOf(node, depth + 1) : "";
    })
    .join("");
}

/** Adds a paragraph of Word to the list before it, at its level. */
function addToList(blocks: Pasted[], { level, name }: { level: number; name: "ul" | "ol" }, children: Pasted[]): void {
  const last = blocks.at(-1);
  const isList = typeof last === "object" && (last.name === "ul" || last.name === "ol");
  if (level > 1 && isList) {
    const item = last.children.at(-1);
    if (typeof item === "object") {
      addToList(item.children, { level: level - 1, name }, children);
      return;
    }
  }
  const item = { name: "li", children };
  if (isList && last.name === name) last.children.push(item);
  else blocks.push({ name, children: [item] });
}

function blocksIn(nodes: readonly Tree.ChildNode[], depth: number): Pasted[] {
  const blocks: Pasted[] = [];
  let loose: Tree.ChildNode[] = [];
  // A list of Word goes on only in the paragraph right after it.
  let isInWordList = false;
  function endText(): void {
    const children = trimmed(inlineOf(loose, depth));
    loose = [];
    if (isBlank(children)) return;
    blocks.push({ name: "p", children });
    isInWordList = false;
  }
  for (const node of nodes) {
    if (isElement(node) && (isDropped(node) || depth > deepest)) continue;
    const isBlock = isElement(node) && (blockNames.has(node.tagName) || holdsBlocks(node));
    if (!isBlock) {
      loose.push(node);
      continue;
    }
    endText();
    const name = node.tagName;
    const item = wordItem(node);
    if (item) {
      const children = trimmed(inlineOf(node.childNodes, depth));
      if (isInWordList) addToList(blocks, item, children);
      else blocks.push({ name: item.name, children: [{ name: "li", children }] });
      isInWordList = true;
      continue;
    }
    if (name === "ul" || name === "ol") blocks.push(listOf(node, depth));
    else if (name === "table") blocks.push(tableOf(node, depth));
    else if (/^(?:h[1-6]|p)$/.test(name) && !holdsBlocks(node)) {
      const children = trimmed(inlineOf(node.childNodes, depth));
      if (!isBlank(children)) blocks.push({ name, children });
    } else blocks.push(...blocksIn(node.childNodes, depth + 1));
    isInWordList = false;
  }
  endText();
  return blocks;
}

/**
 * Reads pasted HTML as blocks. Keeps bold, italic, underline, links, headings, lists and tables; nothing that runs, loads
 * or styles gets in, because only known elements without their attributes are made again.
 */
export function cleanPaste(html: string): Pasted[] {
  return blocksIn(parse(html, { scriptingEnabled: false }).childNodes, 0);
}

/** Reads pasted text as blocks: one for each line. */
export function plainPaste(text: string): Pasted[] {
  const lines = text.split(/\r\n|\r|\n/).map((line) => line.replaceAll(/[\s\u00a0]+/g, " ").trim());
  return lines.filter((line) => line !== "").map((line) => ({ name: "p", children: [line] }));
}

/** Whether a block has its texts in blocks of its own. */
function isHolder(node: Pasted): boolean {
  return typeof node === "object" && /^(?:ul|ol|table|thead|tbody)$/.test(node.name);
}

/** The text of blocks as one text with line breaks, for a place that takes no blocks. */
export function asLines(blocks: readonly Pasted[]): Pasted[] {
  const inline = (nodes: readonly Pasted[]): Pasted[] =>
    nodes.flatMap((node): Pasted[] => {
      if (typeof node === "string" || node.name === "br") return [node];
      if (kept[node.name] !== undefined || node.name === "a") return [{ ...node, children: inline(node.children) }];
      return [...inline(node.children), " "];
    });
  const lines = (nodes: readonly Pasted[]): Pasted[][] =>
    nodes.flatMap((node): Pasted[][] => {
      if (typeof node === "string") return [[node]];
      if (isHolder(node)) return lines(node.children);
      const own = trimmed(inline(node.children.filter((child) => !isHolder(child))));
      const inner = node.name === "li" ? lines(node.children.filter(isHolder)) : [];
      return [own, ...inner];
    });
  return lines(blocks).flatMap((line, index) => (index === 0 ? line : [{ name: "br", children: [] }, ...line]));
}

function escaped(value: string, open: string): string {
  const safe = value.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
  return safe.replaceAll(
    open,
    open.replaceAll(/./g, (character) => `&#${character.charCodeAt(0)};`),
  );
}

const styles: Readonly<Record<string, string>> = {
  table: "width: 100%; border-collapse: collapse",
  td: cellStyle,
  th: `${headStyle}; text-align: left`,
};

function startTag({ name, href, span = {} }: PastedElement, { open }: Delimiters): string {
  const style = styles[name];
  const attributes = { ...(href === undefined ? {} : { href }), ...span, ...(style === undefined ? {} : { style }) };
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(value, open)}"`);
  return `<${name}${written.join("")}>`;
}

const large = new Set(["ul", "ol", "table", "thead", "tbody", "tr"]);

/** The source of pasted content. A `{{name}}` in its text becomes a field; any other tag stays text. */
export function writePasted(nodes: readonly Pasted[], delimiters: Delimiters): string {
  const mayHaveFields = delimiters.open === standardDelimiters.open;
  return nodes
    .map((node) => {
      if (typeof node === "string") {
        return typedPieces(node)
          .map((piece) => {
            if (typeof piece === "string") return writeText(piece, delimiters);
            const html = "html" in piece ? piece.html : "";
            return mayHaveFields && !/^\{\{[#^/]/.test(html) ? html : writeText(html, delimiters);
          })
          .join("");
      }
      if (node.name === "br") return "<br>";
      if (!large.has(node.name))
        return `${startTag(node, delimiters)}${writePasted(node.children, delimiters)}</${node.name}>`;
      const inner = node.children.map((child) => writePasted([child], delimiters).replaceAll(/^/gm, "  "));
      return [startTag(node, delimiters), ...inner, `</${node.name}>`].join("\n");
    })
    .join("");
}
