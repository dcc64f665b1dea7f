export { builtins, type Builtin } from "./builtins.ts";
export { findExpressionMistakes, type CheckOptions, type ExpressionMistake } from "./check-expressions.ts";
export { createEvaluator, type EvaluatorOptions } from "./create-evaluator.ts";
export {
  formatKinds,
  type Arguments,
  type Example,
  type Format,
  type FormatContext,
  type FormatKind,
  type Parameter,
  type ValueType,
} from "./format.ts";
export { FormatError } from "./format-error.ts";
export { Markup } from "./markup.ts";
export { localeChain } from "./messages/locale-chain.ts";
export type { MessageIssue, MessageTable } from "./messages/messages.ts";
export { placeholdersOf, readMessage, type MessageMistake, type ReadMessage } from "./messages/read-message.ts";
export { isUsed, usedMessages, usedMessagesOf, usesMessages, type UsedMessages } from "./messages/used-messages.ts";
export { fieldsOfItems, namesMade, namesOfArguments } from "./names-of-arguments.ts";
export { bindArguments, type BoundArgument, type CallMistake } from "./resolve-arguments.ts";
export { findFormat, formats, signatureOf } from "./registry.ts";
