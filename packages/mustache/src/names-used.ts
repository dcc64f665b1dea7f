import type { Expression } from "./expression.ts";
import { listTags } from "./list-tags.ts";
import { closesSection } from "./open-tags.ts";
import { isExpression, subjectText } from "./read-expression.ts";

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

/** Names of an expression, which the signatures of its formats tell. */
export type NamesOfArguments = (expression: Expression) => readonly string[];

/**
 * Lists every name that a Mustache text reads from its data, in the order of the text. A tag with formats reads its
 * subject and the names among its arguments. A name that the formats of a section make, such as `key` of a group, is not
 * read from the data inside it.
 */
export function namesUsed(
  source: string,
  namesOfArguments: NamesOfArguments = () => [],
  namesMade: NamesOfArguments = () => [],
): UsedName[] {
  const used: UsedName[] = [];
  const open: { text: string; name: string; addsNames: boolean; made: readonly string[] }[] = [];
  const isMade = (name: string) =>
    open.some(({ made }) => made.some((one) => name === one || name.startsWith(`${one}.`)));
  for (const { kind, name, expression, start, end } of listTags(source)) {
    if (kind === "close") {
      const section = open.at(-1);
      if (section && closesSection(name, section.text)) open.pop();
      continue;
    }
    if (kind === "comment" || kind === "delimiters" || kind === "partial") continue;
    if (kind === "layout" || kind === "block") {
      open.push({ text: name, name, addsNames: false, made: [] });
      continue;
    }
    const within = open.flatMap((section) => (section.addsNames ? [section.name] : []));
    const subject = expression?.subject;
    const isName = subject ? subject.kind === "path" : !isExpression(name);
    if (isName && !isMade(subjectText(name))) used.push({ name: subjectText(name), kind, start, end, within });
    for (const argument of expression ? namesOfArguments(expression) : []) {
      if (!isMade(argument)) used.push({ name: argument, kind: "variable", start, end, within });
    }
    if (kind === "section" || kind === "inverted") {
      const made = expression && kind === "section" ? namesMade(expression) : [];
      open.push({ text: name, name: subjectText(name), addsNames: kind === "section" && isName, made });
    }
  }
  return used;
}
