export type {
  Evaluated,
  EvaluationIssue,
  Evaluator,
  Expression,
  ExpressionTag,
  FormatArgument,
  FormatCall,
  Literal,
  Subject,
  TagScope,
} from "./expression.ts";
export { escapeHtml } from "./escape-html.ts";
export { fillParts, type DataIssueKind, type FillOptions, type TagPart } from "./fill-parts.ts";
export { isExpression, readExpression, subjectText, type ReadExpression } from "./read-expression.ts";
export { closesSection, takeClosed, type Opened } from "./open-tags.ts";
export { findForeignSyntax, type ForeignSyntax } from "./find-foreign-syntax.ts";
export { findSyntaxMistake, type MistakeOptions, type SyntaxMistake } from "./find-syntax-mistake.ts";
export { delimitersAt, listTags, type Tag } from "./list-tags.ts";
export { isMustacheError, MustacheError } from "./mustache-error.ts";
export { markAttributes } from "./mark-attributes.ts";
export { namesUsed, type NamesOfArguments, type UsedName } from "./names-used.ts";
export { parseMustache, type Dialect, type ParseOptions, type Part } from "./parse-mustache.ts";
export { delimitersOf, standardDelimiters, type Delimiters } from "./read-tag.ts";
