import type { Format, Parameter } from "@platen/formats";
import { bindArguments } from "@platen/formats";
import { listTags } from "@platen/mustache";
import { readWritten, writeCall } from "./written-expression.ts";

/** What the arguments of a new call depend on. */
export type CallContext = {
  /** The fields of the list's items, those with numbers first. */
  fields: readonly string[];
  /** The currency that the template sets. */
  currency: string | undefined;
};

/** A format as the panel adds it: with an argument for each required parameter, which the author then changes. */
export function newCall(format: Format, { fields, currency }: CallContext): string {
  const example = exampleArguments(format);
  const values = new Map<Parameter, string[]>();
  for (const parameter of format.parameters) {
    const isNeeded = parameter.isRequired === true || (parameter.isCurrency === true && currency === undefined);
    const isNumeric = format.takes === "list" && format.gives === "number" && parameter.isField === true;
    if (!isNeeded && !(isNumeric && fields.length > 0)) continue;
    const field = fields.find((name) => /^[^\s|'"=]+$/.test(name));
    const value = parameter.isField ? (field ?? "name") : (example.get(parameter.name) ?? firstValue(parameter));
    values.set(parameter, [value]);
  }
  return writeCall(format, values);
}

function firstValue({ words, isCurrency }: Parameter): string {
  return isCurrency ? "EUR" : (words?.[0] ?? "1");
}

/** The arguments in the format's examples that do not depend on the example's data. */
function exampleArguments(format: Format): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const { template } of format.examples) {
    for (const { name } of listTags(template)) {
      for (const { call, args } of readWritten(name)?.calls ?? []) {
        if (call.name !== format.name || bindArguments(format, call).mistakes.length > 0) continue;
        for (const { bound, start, end } of args) {
          if (bound.kind === "name" || found.has(bound.parameter.name)) continue;
          const named = call.args.find(({ offset }) => offset === start)?.name;
          found.set(bound.parameter.name, name.slice(start + (named === undefined ? 0 : named.length + 1), end));
        }
      }
    }
  }
  return found;
}

/** A format's description for people who do not read Markdown: the first sentence, without marks. */
export function plainDescription({ description }: Format): string {
  const plain = description.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1").replaceAll("`", "");
  return /^.*?[.:;](?=\s|$)/.exec(plain)?.[0].replace(/[:;]$/, ".") ?? plain;
}
