import { listTags } from "./list-tags.ts";

/** A name that a template reads from its data. */
export type UsedName = {
  name: string;
  kind: "variable" | "raw" | "section" | "inverted";
  /** The position of the tag. */
  start: number;
  end: number;
  /** Names of the enclosing sections, outermost first, without inverted sections, which add no names. */
  within: string[];
};

/** Lists every name that a Mustache text reads from its data, in the order of the text. */
export function namesUsed(source: string): UsedName[] {
  const used: UsedName[] = [];
  const open: { name: string; isInverted: boolean }[] = [];
  for (const { kind, name, start, end } of listTags(source)) {
    if (kind === "close") {
      if (open.at(-1)?.name === name) open.pop();
      continue;
    }
    if (kind === "comment" || kind === "delimiters" || kind === "partial") continue;
    const within = open.flatMap((section) => (section.isInverted ? [] : [section.name]));
    used.push({ name, kind, start, end, within });
    if (kind === "section" || kind === "inverted") open.push({ name, isInverted: kind === "inverted" });
  }
  return used;
}
