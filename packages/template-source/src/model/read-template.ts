import { findSyntaxMistake, listTags } from "@platen/mustache";
import { buildTree } from "./build-tree.ts";
import { completeTree } from "./complete-tree.ts";
import { findElements } from "./find-elements.ts";
import { listHtmlTokens } from "./list-html-tokens.ts";
import { findMisplaced } from "./find-misplaced.ts";
import { findTagContexts, withoutMustache, withPlaceholders } from "./tag-contexts.ts";
import type { Template } from "./nodes.ts";
import { pairSections } from "./pair-sections.ts";
import { endOfName, readAttributes } from "./read-attributes.ts";

/**
 * Parses Mustache HTML into nodes with their source ranges. It never throws: errors go into `mistakes`, and anything
 * that it does not understand becomes opaque.
 */
export function readTemplate(html: string): Template {
  const tags = listTags(html);
  const tokens = listHtmlTokens(withoutMustache(html, tags));
  const contexts = findTagContexts(html, tags, tokens);
  const tagsByStart = new Map(tags.map((tag) => [tag.start, tag]));
  const elements = findElements(withPlaceholders(html, tags, contexts));
  const tree = buildTree({
    tokens,
    tags,
    contexts,
    elements,
    end: html.length,
    pairs: pairSections(tags),
    readTag: (open) => {
      const nameEnd = endOfName(html, open, tagsByStart);
      return {
        nameEnd,
        name: html.slice(open.start + 1, nameEnd),
        attributes: readAttributes(html, open, nameEnd, tagsByStart),
      };
    },
  });
  const { children, nodes } = completeTree(tree.children, html.length);
  const mistake = findSyntaxMistake(html, { takesSnippets: true });
  const isKnown = mistake && tree.mistakes.some(({ offset }) => offset === mistake.offset);
  const first = mistake && !isKnown ? [mistake] : [];
  return {
    html,
    children,
    nodes,
    tags,
    mistakes: [...first, ...tree.mistakes, ...findMisplaced(html, nodes, elements)],
  };
}
