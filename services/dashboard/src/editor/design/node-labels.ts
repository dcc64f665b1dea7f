import {
  chipLabel,
  type ElementNode,
  sectionWords,
  type Template,
  type TemplateNode,
  textKeyOf,
} from "@platen/template-source";

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
  div: "Group",
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

/** Whether an element only breaks the page, as the palette inserts it. */
function isPageBreak({ html }: Template, { name, children, attributes }: ElementNode): boolean {
  if (name !== "div" || children.length > 0) return false;
  const value = attributes.find((attribute) => attribute.name === "style")?.value;
  return (
    value !== undefined && /(?:^|[\s;])break-(?:after|before)\s*:\s*page/i.test(html.slice(value.start, value.end))
  );
}

/** The name of a node for the user. */
export function nodeLabel(template: Template, node: TemplateNode, data: unknown): string {
  if (node.kind === "element") {
    return isPageBreak(template, node) ? "Page break" : (elementLabels[node.name] ?? `<${node.name}>`);
  }
  if (node.kind === "variable") {
    const isText = node.expression && textKeyOf(node.expression) !== undefined;
    return isText ? chipLabel(node.name) : `Variable ${chipLabel(node.name)}`;
  }
  if (node.kind === "text") return "Text";
  if (node.kind === "snippet") return `Snippet ${node.name}`;
  if (node.kind === "opaque") return node.what;
  const words = sectionWords(node, data);
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}
