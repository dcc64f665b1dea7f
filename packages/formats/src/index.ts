export { builtins } from "./builtins.ts";
export { findExpressionMistakes } from "./check-expressions.ts";
export { createEvaluator, type EvaluatorOptions } from "./create-evaluator.ts";
export { formatKinds, type Example, type Format, type FormatKind, type Parameter, type ValueType } from "./format.ts";
export { calculateFields, type Calculated, type FieldIssue } from "./formulas/calculate-fields.ts";
export {
  pathsInFormula,
  readCalculatedFields,
  type FieldMistake,
  type ReadFields,
} from "./formulas/calculated-fields.ts";
export { namesInFormula, writeFormulaName } from "./formulas/names-in-formula.ts";
export { FormatError } from "./format-error.ts";
export { localeChain } from "./messages/locale-chain.ts";
export type { MessageIssue, MessageTable } from "./messages/messages.ts";
export { namesInMessage, placeholdersOf, readMessage } from "./messages/read-message.ts";
export { isUsed, usedMessages, usedMessagesOf, usesMessages, type UsedMessages } from "./messages/used-messages.ts";
export { fieldsOfItems, namesMade, namesOfArguments } from "./names-of-arguments.ts";
export { bindArguments, type BoundArgument } from "./resolve-arguments.ts";
export { findFormat, formats, signatureOf } from "./registry.ts";
