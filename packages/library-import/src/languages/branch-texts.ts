import { branchTags, openTag, type Condition } from "./condition.ts";
import { NoEqual } from "./no-equal.ts";
import { readCondition, readOutput, readValue, readWhole, type ExpressionContext } from "./read-expression.ts";
import type { StatementBranch } from "./statement-tree.ts";
import { asArgument } from "./value.ts";

/** What stands in the places of a block's tags, and what to say about each. */
export type BranchTexts = { texts: string[]; caveats: (string | undefined)[] };

/** The sections of `if` and `unless`. */
export function conditionTexts(branches: readonly StatementBranch[], context: ExpressionContext): BranchTexts {
  const conditions = branches.map(({ tag, word }): Condition | undefined => {
    if (word === "else") return undefined;
    const condition = readWhole(tag.text.slice(word.length), context, (reader) => readCondition(reader, context));
    if (word !== "unless") return condition;
    const [term, ...more] = condition.terms;
    if (!term || more.length > 0) throw new NoEqual("Write a section for each part of the condition.");
    return { ...condition, terms: [{ ...term, isInverted: !term.isInverted }] };
  });
  return { texts: branchTags(conditions), caveats: conditions.map((condition) => condition?.caveat) };
}

/** The sections of `case`. */
export function caseTexts(branches: readonly StatementBranch[], context: ExpressionContext): BranchTexts {
  const [head, ...whens] = branches;
  const subject = readWhole(head?.tag.text.slice("case".length) ?? "", context, (reader) =>
    readOutput(reader, context),
  )[0];
  if (!subject || subject.isConstant) throw new NoEqual("Write a section for each value.");
  const seen: string[] = [];
  const { reached } = subject;
  let close = "";
  const texts = [""];
  for (const { tag, word } of whens) {
    if (word === "else") {
      const among = seen.length === 1 ? `is ${seen[0]}` : `in ${seen.join(" ")}`;
      texts.push(
        `${close}${openTag({ subject: reached.subject, formats: [...reached.formats, among], isInverted: true })}`,
      );
    } else {
      const values = readWhole(tag.text.slice("when".length), context, (reader) => {
        const all = [asArgument(readValue(reader, context))];
        while (reader.take(",") || reader.take("or")) all.push(asArgument(readValue(reader, context)));
        return all;
      });
      if (values.some((value) => seen.includes(value))) throw new NoEqual("Two branches have the same value.");
      seen.push(...values);
      const among = values.length === 1 ? `is ${values[0]}` : `in ${values.join(" ")}`;
      texts.push(
        `${close}${openTag({ subject: reached.subject, formats: [...reached.formats, among], isInverted: false })}`,
      );
    }
    close = `{{/${reached.subject}}}`;
  }
  texts.push(close);
  return { texts, caveats: [] };
}
