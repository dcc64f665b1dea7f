import { branchTags } from "./condition.ts";
import { readCondition, readOutput, readWhole, type ExpressionContext } from "./read-expression.ts";
import { printed } from "./value.ts";

/** What prints the same as a tag, and what to say about it. */
export type OutputText = { text: string; caveat: string | undefined };

export function outputText(text: string, context: ExpressionContext): OutputText {
  const choice = context.language === "jinja" ? splitChoice(text) : undefined;
  if (!choice) return valuesText(text, context);
  const condition = readWhole(choice.condition, context, (reader) => readCondition(reader, context));
  const [yes, no] = [choice.yes, choice.no].map((each) => (each === undefined ? "" : valuesText(each, context).text));
  const [open = "", middle = "", close = ""] = branchTags([condition, undefined]);
  const isAlone = no === "";
  return {
    text: isAlone ? `${open}${yes}${branchTags([condition])[1] ?? ""}` : `${open}${yes}${middle}${no}${close}`,
    caveat: condition.caveat,
  };
}

function valuesText(text: string, context: ExpressionContext): OutputText {
  const values = readWhole(text, context, (reader) => readOutput(reader, context));
  return { text: values.map(printed).join(""), caveat: values.find(({ caveat }) => caveat !== undefined)?.caveat };
}

/** `a if b else c` of Jinja. */
function splitChoice(text: string): { yes: string; condition: string; no: string | undefined } | undefined {
  const outside = text.replaceAll(/"[^"]*"|'[^']*'/g, (quotedText) => "_".repeat(quotedText.length));
  const ifAt = outside.indexOf(" if ");
  if (ifAt === -1) return undefined;
  const elseAt = outside.indexOf(" else ", ifAt);
  const conditionEnd = elseAt === -1 ? text.length : elseAt;
  const no = elseAt === -1 ? undefined : text.slice(elseAt + " else ".length);
  return { yes: text.slice(0, ifAt), condition: text.slice(ifAt + " if ".length, conditionEnd), no };
}
