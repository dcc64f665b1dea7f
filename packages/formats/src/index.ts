export { type Arguments, type Example, type Format, type FormatContext, type FormatKind, type Parameter, type ValueType } from "./format.ts";
export { FormatError } from "./format-error.ts";
export { Markup } from "./markup.ts";
