import { delimitersAt, standardDelimiters } from "@platen/mustache";
import { makeEdit, type Edit } from "./edit.ts";
import { mayMove } from "../model/find-node.ts";
import { trimmedRange } from "../model/gap.ts";
import { liftedSource } from "./move.ts";
import type { Template, TemplateNode } from "../model/nodes.ts";

/** The HTML that a node has as a snippet of its own; undefined for a node that cannot be one. */
export function snippetIn(template: Template, node: TemplateNode): string | undefined {
  const { open, close } = delimitersAt(template.tags, node.start);
  // A snippet is written with the usual delimiters.
  const isUsual = open === standardDelimiters.open && close === standardDelimiters.close;
  return mayMove(node) && isUsual ? `${liftedSource(template, node)}\n` : undefined;
}

/** Puts the tag of a snippet in the place of a node. */
export function replaceBySnippet(template: Template, node: TemplateNode, name: string): Edit | undefined {
  if (snippetIn(template, node) === undefined) return undefined;
  const range = trimmedRange(template, node);
  return makeEdit(template, [{ ...range, text: `{{> ${name} }}` }], range);
}
