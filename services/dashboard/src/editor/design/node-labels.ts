import type { SectionNode, Template, TemplateNode } from "./source/nodes.ts";

const elementLabels: Readonly<Record<string, string>> = {
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
  dl: "Description list",
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

/** The first class of an element, which tells it from others of its kind. */
export function classOf(template: Template, node: TemplateNode): string {
  if (node.kind !== "element") return "";
  const attribute = node.attributes.find(({ name }) => name === "class");
  const value = attribute?.value ? template.html.slice(attribute.value.start, attribute.value.end) : "";
  const [first = ""] = value.trim().split(/\s+/);
  return first.includes("{{") ? "" : first;
}

/** Whether a dotted name stands for a list anywhere in the data. That is enough to tell a loop from a condition. */
function isList(name: string, data: unknown): boolean {
  if (Array.isArray(data)) return data.some((item) => isList(name, item));
  if (typeof data !== "object" || data === null) return false;
  const [step = "", ...rest] = name.split(".");
  if (Object.hasOwn(data, step)) {
    const value: unknown = Reflect.get(data, step);
    return rest.length === 0 ? Array.isArray(value) : isList(rest.join("."), value);
  }
  // Inside another section, the name belongs to the items of that section.
  return Object.values(data).some((value) => typeof value === "object" && isList(name, value));
}

/** How a section behaves: it repeats for each item, or it is printed if, or unless, there is a value. */
export function sectionKind({ name, isInverted }: SectionNode, data: unknown): "repeats" | "if" | "unless" {
  if (isInverted) return "unless";
  return name === "." || isList(name, data) ? "repeats" : "if";
}

/** The name of a node for the user. */
export function nodeLabel(node: TemplateNode, data: unknown): string {
  if (node.kind === "element") return elementLabels[node.name] ?? `<${node.name}>`;
  if (node.kind === "variable") return `Variable ${node.name}`;
  if (node.kind === "text") return "Text";
  if (node.kind === "opaque") return node.what;
  const kind = sectionKind(node, data);
  if (kind === "repeats") return `Repeats ${node.name}`;
  return kind === "if" ? `If ${node.name}` : `Unless ${node.name}`;
}
