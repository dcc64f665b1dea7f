import { NoEqual } from "./no-equal.ts";
import { readerOf, readSteps, readValue, type ExpressionContext } from "./read-expression.ts";
import type { TokenReader } from "./read-tokens.ts";
import type { Frame, Reached } from "./scope.ts";
import { asArgument } from "./value.ts";

/** A loop: its list, and the place of its items. */
export type Loop = { frame: Frame; list: Reached };

/** Reads what a loop repeats, and the names of its items. */
export function readLoop(text: string, context: ExpressionContext): Loop {
  const { language, scope } = context;
  const reader = readerOf(text.replace(/^for\s+/, ""), language);
  const variable = reader.next()?.text ?? "";
  const second = language === "jinja" && reader.take(",") ? reader.next()?.text : undefined;
  reader.expect("in");
  if (reader.isAt("("))
    throw new NoEqual("Platen repeats a section for the items of a list: send the list in the data.");
  if (second !== undefined) return readEntries([variable, second], reader, context);
  // The key of the list itself, without formats.
  const first = readerOf(text.replace(/^for\s+/, ""), language);
  first.next();
  first.next();
  const key = scope.keyOf(readSteps(first));
  const value = readValue(reader, context);
  const formats = [...value.reached.formats];
  let [limit, skip, isReversed]: [string | undefined, string | undefined, boolean] = [undefined, undefined, false];
  while (!reader.isDone()) {
    if (language === "jinja") break;
    if (reader.take("reversed")) isReversed = true;
    else {
      const name = reader.next()?.text;
      reader.expect(":");
      if (reader.isAt("continue")) throw new NoEqual("Platen does not continue a list.");
      const argument = asArgument(readValue(reader, context));
      if (name === "limit") limit = argument;
      else if (name === "offset") skip = argument;
      else throw new NoEqual("Platen does not read this loop.");
      reader.take(",");
    }
  }
  reader.end();
  if (skip !== undefined) formats.push(`skip ${skip}`);
  if (limit !== undefined) formats.push(`take ${limit}`);
  if (isReversed) formats.push("reverse");
  scope.usage.lists.add(key);
  return { frame: { key, variable, isItem: true }, list: { subject: value.reached.subject, formats } };
}

/** `for key, value in sizes.items()`. */
function readEntries([key, value]: [string, string], reader: TokenReader, { scope }: ExpressionContext): Loop {
  const steps = readSteps(reader);
  for (const mark of [".", "items", "(", ")"]) reader.expect(mark);
  reader.end();
  const reached = scope.byVariable(steps);
  const names = new Map([
    [key, "key"],
    [value, "value"],
  ]);
  const place = `${scope.keyOf(steps)} | entries`;
  return {
    frame: { key: place, names, isItem: true },
    list: { ...reached, formats: [...reached.formats, "entries"] },
  };
}
