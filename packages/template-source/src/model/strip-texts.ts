import { holdsText } from "./find-node.ts";
import type { ElementNode, Template, TemplateNode } from "./nodes.ts";

/** The header or the footer of the page settings. */
export type StripName = "header" | "footer";

/** The values of a page that Chromium writes into elements with these classes. */
export const pageValues = [
  { name: "pageNumber", label: "Page number" },
  { name: "totalPages", label: "Number of pages" },
  { name: "date", label: "Date" },
  { name: "title", label: "Title of the document" },
] as const;

/** The name of a value of the page that a header or footer can print. */
export type PageValue = (typeof pageValues)[number]["name"];

/** The element that prints a value of the page in a header or footer. */
export function pageValueMarkup(name: PageValue): string {
  return `<span class="${name}"></span>`;
}

function isPageValue({ html }: Template, node: TemplateNode): boolean {
  if (node.kind !== "element") return false;
  const written = node.attributes.find(({ name }) => name === "class")?.value;
  const classes = written ? html.slice(written.start, written.end).split(/\s+/) : [];
  return pageValues.some(({ name }) => classes.includes(name));
}

/** Whether an element is one text, and not a row of texts. */
function isOneText(template: Template, element: ElementNode): boolean {
  if (!holdsText(element)) return false;
  const printed = element.children.filter(
    (child) => child.kind !== "text" || template.html.slice(child.start, child.end).trim() !== "",
  );
  return printed.length === 0 || printed.some((child) => child.kind !== "element" || isPageValue(template, child));
}

/** The texts of a header or footer that are edited on the page, in the order of the source. */
export function stripTexts(template: Template, nodes: readonly TemplateNode[] = template.children): ElementNode[] {
  return nodes.flatMap((node) => {
    if (!("children" in node) || isPageValue(template, node)) return [];
    return node.kind === "element" && isOneText(template, node) ? [node] : stripTexts(template, node.children);
  });
}
