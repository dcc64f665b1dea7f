import type { SectionNode, Template, TemplateNode } from "./source/nodes.ts";

const elementWords: Readonly<Record<string, string>> = {
  a: "Link",
  address: "Address",
  article: "Article",
  aside: "Aside",
  b: "Bold",
  blockquote: "Quote",
  body: "Page",
  br: "Line break",
  caption: "Caption",
  code: "Code",
  col: "Column",
  colgroup: "Columns",
  dd: "Description",
  div: "Block",
  dl: "Facts",
  dt: "Term",
  em: "Emphasis",
  figcaption: "Caption",
  figure: "Figure",
  footer: "Footer",
  h1: "Heading 1",
  h2: "Heading 2",
  h3: "Heading 3",
  h4: "Heading 4",
  h5: "Heading 5",
  h6: "Heading 6",
  header: "Header",
  hr: "Divider",
  html: "Document",
  i: "Italic",
  img: "Picture",
  li: "Item",
  main: "Main",
  nav: "Navigation",
  ol: "Numbered list",
  p: "Paragraph",
  section: "Section",
  small: "Small print",
  span: "Text",
  strong: "Strong",
  svg: "Drawing",
  table: "Table",
  tbody: "Table body",
  td: "Cell",
  tfoot: "Table foot",
  th: "Head cell",
  thead: "Table head",
  tr: "Row",
  ul: "List",
};

/** What sets an element apart from others of its kind. */
export function classOf(template: Template, node: TemplateNode): string {
  if (node.kind !== "element") return "";
  const attribute = node.attributes.find(({ name }) => name === "class");
  const value = attribute?.value ? template.html.slice(attribute.value.start, attribute.value.end) : "";
  const [first = ""] = value.trim().split(/\s+/);
  return first.includes("{{") ? "" : first;
}

/** Looks a dotted name up in the data as it is at the top. Enough to tell a list from a condition. */
function isList(name: string, data: unknown): boolean {
  if (Array.isArray(data)) return data.some((item) => isList(name, item));
  if (typeof data !== "object" || data === null) return false;
  const [step = "", ...rest] = name.split(".");
  if (Object.hasOwn(data, step)) {
    const value: unknown = Reflect.get(data, step);
    return rest.length === 0 ? Array.isArray(value) : isList(rest.join("."), value);
  }
  // The section may stand in another one: its name is then one of that one's items.
  return Object.values(data).some((value) => typeof value === "object" && isList(name, value));
}

/** What a section does, in a word: it repeats, or it is there if or unless there is a value. */
export function sectionWord({ name, isInverted }: SectionNode, data: unknown): "repeats" | "if" | "unless" {
  if (isInverted) return "unless";
  return name === "." || isList(name, data) ? "repeats" : "if";
}

/** What people call a node. */
export function nodeWord(node: TemplateNode, data: unknown): string {
  if (node.kind === "element") return elementWords[node.name] ?? `<${node.name}>`;
  if (node.kind === "variable") return `Variable ${node.name}`;
  if (node.kind === "text") return "Text";
  if (node.kind === "opaque") return node.what;
  const word = sectionWord(node, data);
  if (word === "repeats") return `Repeats ${node.name}`;
  return word === "if" ? `If ${node.name}` : `Unless ${node.name}`;
}
