import { delimitersAt, standardDelimiters } from "@platen/mustache";
import { mostPasted } from "./clean-paste.ts";
import { makeEdit, type Change } from "../edits/edit.ts";
import { keptGroups, sourceOfGroups } from "../edits/kept-sections.ts";
import { ancestorsOf, mayMove, outermost } from "../model/find-node.ts";
import type { Attribute, ElementNode, Template, TemplateNode } from "../model/nodes.ts";
import { readTemplate } from "../model/read-template.ts";
import { animations, removedAttributes, removedElements, urlAttributes } from "../canvas/sanitize-html.ts";
import { decodeWritten } from "../model/written-text.ts";

/** The source of nodes for the clipboard, with the sections around them; undefined if one cannot be copied, or is not written with `{{` and `}}`. */
export function copySource(template: Template, nodes: readonly TemplateNode[]): string | undefined {
  const all = outermost(nodes);
  const isUsual = ({ start }: TemplateNode) => delimitersAt(template.tags, start).open === standardDelimiters.open;
  const around = all.flatMap((node) => ancestorsOf(node).filter(({ kind }) => kind === "section"));
  return all.length > 0 && all.every(mayMove) && [...all, ...around].every(isUsual)
    ? sourceOfGroups(template, keptGroups(template, all, undefined))
    : undefined;
}

const documentParts = new Set(["html", "head", "body"]);

/**
 * The source of copied elements without what could run or lead astray: any page can write to the clipboard. Tags of
 * Mustache stay. Undefined for a text that does not consist of whole nodes.
 */
export function harmlessSource(source: string): string | undefined {
  if (source.length > mostPasted || source.trim() === "") return undefined;
  const template = readTemplate(source);
  if (template.mistakes.length > 0) return undefined;
  const removed = new Set<TemplateNode>();
  const changes: Change[] = [];
  for (const node of template.nodes) {
    // Parents come before their children in `nodes`.
    if (node.parent && removed.has(node.parent)) {
      removed.add(node);
      continue;
    }
    if (node.kind === "element" && documentParts.has(node.name)) return undefined;
    if (node.kind === "opaque" && !["script", "style", "comment", "note", "doctype"].includes(node.what))
      return undefined;
    if (isRemoved(node)) {
      removed.add(node);
      changes.push({ start: node.start, end: node.end, text: "" });
    } else if (node.kind === "element") {
      changes.push(...harmfulAttributes(template, node));
    }
  }
  const { html } = makeEdit(template, changes);
  return html.trim() === "" ? undefined : html;
}

function isRemoved(node: TemplateNode): boolean {
  if (node.kind === "opaque") return node.what === "script" || node.what === "doctype";
  if (node.kind !== "element") return false;
  const name = node.name.toLowerCase();
  if (name.includes("{{") || removedElements.has(name)) return true;
  if (name === "meta") return true;
  // What an animation changes may stand twice, once in a section.
  return animations.has(node.name) && node.attributes.some(({ name: own }) => own === "attributename");
}

function harmfulAttributes(template: Template, element: ElementNode): Change[] {
  return element.attributes
    .filter((attribute) => isHarmful(template, attribute))
    .map(({ start, end }) => ({ start: template.html.charAt(start - 1) === " " ? start - 1 : start, end, text: "" }));
}

function isHarmful(template: Template, { name, value }: Attribute): boolean {
  // A tag alone may write whole attributes. The canvas and the worker stop what must not run there.
  if (name.includes("{{")) return !/^\{\{[^{}]*\}\}$/.test(name);
  if (name.startsWith("on") || removedAttributes.has(name)) return true;
  const written = value ? decodeWritten(template.html, value, template.tags) : "";
  return urlAttributes.has(name) && !isHarmlessAddress(written);
}

const schemes = new Set(["http", "https", "mailto", "tel", "asset"]);

function isHarmlessAddress(address: string): boolean {
  // oxlint-disable-next-line no-control-regex -- browsers ignore these characters in URLs
  const url = address.replace(/[\u0000-\u0020]/g, "").toLowerCase();
  const scheme = /^([a-z][a-z0-9+.-]*):/.exec(url)?.[1];
  return scheme === undefined || schemes.has(scheme) || /^data:(?:image|font)\//.test(url);
}
