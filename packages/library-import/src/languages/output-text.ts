import { branchTags } from "./condition.ts";
import { readCondition, readOutput, readWhole, type ExpressionContext } from "./read-expression.ts";
import { printed } from "./value.ts";

/** What prints the same as a tag, and what to say about it. */
export type OutputText = { text: string; caveat: string | undefined };

export function outputText(text: string, context: ExpressionContext): OutputText {
  const isJinja = context.language === "jinja";
  const fallback = isJinja ? splitFallback(text) : undefined;
  if (fallback) return valuesText(`${fallback.value}|default(${fallback.other})`, context);
  const choice = isJinja ? (splitChoice(text) ?? splitTernary(text)) : undefined;
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

type Choice = { yes: string; condition: string; no: string | undefined };

/** The text with a letter in place of each one in quotes and in brackets. */
const outsideOf = (text: string) =>
  text.replaceAll(/"[^"]*"|'[^']*'|\([^()]*\)|\[[^[\]]*\]/g, (piece) => "_".repeat(piece.length));

/** `a if b else c` of Jinja. */
function splitChoice(text: string): Choice | undefined {
  const outside = outsideOf(text);
  const ifAt = outside.indexOf(" if ");
  if (ifAt === -1) return undefined;
  const elseAt = outside.indexOf(" else ", ifAt);
  const conditionEnd = elseAt === -1 ? text.length : elseAt;
  const no = elseAt === -1 ? undefined : text.slice(elseAt + " else ".length);
  return { yes: text.slice(0, ifAt), condition: text.slice(ifAt + " if ".length, conditionEnd), no };
}

/** `b ? a : c` of Twig. */
function splitTernary(text: string): Choice | undefined {
  const outside = outsideOf(text);
  const [before, after = ""] = outside.split("?");
  if (before === undefined || !outside.includes("?")) return undefined;
  const colon = after.indexOf(":");
  const end = colon === -1 ? text.length : before.length + 1 + colon;
  const no = colon === -1 ? undefined : text.slice(end + 1);
  return { yes: text.slice(before.length + 1, end), condition: text.slice(0, before.length), no };
}

/** `a ?? b` and `a ?: b` of Twig. */
function splitFallback(text: string): { value: string; other: string } | undefined {
  const at = outsideOf(text).search(/\?[?:]/);
  return at === -1 ? undefined : { value: text.slice(0, at).trim(), other: text.slice(at + 2).trim() };
}
