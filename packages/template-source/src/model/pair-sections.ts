import { closesSection, type Tag } from "@platen/mustache";

const paired = new Set<Tag["kind"]>(["section", "inverted", "layout", "block"]);

/** The two tags of each section, by either tag. */
export type SectionPairs = ReadonlyMap<Tag, { open: Tag; close: Tag }>;

/** Pairs the tags of sections. Tags without a counterpart are left out. */
export function pairSections(tags: readonly Tag[]): SectionPairs {
  const pairs = new Map<Tag, { open: Tag; close: Tag }>();
  const waiting: Tag[] = [];
  for (const tag of tags) {
    if (paired.has(tag.kind)) waiting.push(tag);
    const open = waiting.at(-1);
    if (tag.kind !== "close" || !open || !closesSection(tag.name, open.name)) continue;
    waiting.pop();
    const pair = { open, close: tag };
    pairs.set(open, pair);
    pairs.set(tag, pair);
  }
  return pairs;
}
