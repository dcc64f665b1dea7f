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
