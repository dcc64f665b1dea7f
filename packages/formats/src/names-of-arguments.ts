import type { Expression } from "@platen/mustache";
import { findFormat } from "./registry.ts";
import { bindArguments } from "./resolve-arguments.ts";

/** The names of the data among the arguments of an expression. */
export function namesOfArguments({ formats }: Expression): string[] {
  return formats.flatMap((call) => {
    const format = findFormat(call.name);
    if (!format) return [];
    return bindArguments(format, call).bound.flatMap((bound) => (bound.kind === "name" ? [bound.path] : []));
  });
}

/** The fields of a list's items among the arguments of an expression, such as `vat` of `groups vat`. */
export function fieldsOfItems({ formats }: Expression): string[] {
  return formats.flatMap((call) => {
    const format = findFormat(call.name);
    if (format?.takes !== "list") return [];
    return bindArguments(format, call).bound.flatMap((bound) =>
      bound.parameter.isField && bound.kind === "value" && typeof bound.value === "string" ? [bound.value] : [],
    );
  });
}

/** The names that the last format of a section makes for the tags inside, such as `key` and `items` of a group. */
export function namesMade({ formats }: Expression): readonly string[] {
  const call = formats.at(-1);
  const format = call && findFormat(call.name);
  if (!call || !format?.makesNames) return [];
  const fields = bindArguments(format, call).bound.map(({ parameter, ...bound }): [string, unknown] => [
    parameter.name,
    bound.kind === "value" ? bound.value : bound.path,
  ]);
  return format.makesNames(Object.fromEntries(fields));
}
