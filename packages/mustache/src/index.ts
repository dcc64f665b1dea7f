export type {
  Evaluated,
  EvaluationIssue,
  Evaluator,
  Expression,
  ExpressionTag,
  FormatArgument,
  FormatCall,
  Literal,
  TagScope,
} from "./expression.ts";
export { escapeHtml } from "./escape-html.ts";
export { fillParts, type DataIssueKind, type FillOptions, type TagPart } from "./fill-parts.ts";
export { isExpression, readExpression, subjectText } from "./read-expression.ts";
export { closesSection, takeClosed, type Opened } from "./open-tags.ts";
export { findForeignSyntax } from "./find-foreign-syntax.ts";
export { findSyntaxMistake } from "./find-syntax-mistake.ts";
export { delimitersAt, listTags, type Tag } from "./list-tags.ts";
export { isMustacheError, MustacheError } from "./mustache-error.ts";
export { markAttributes } from "./mark-attributes.ts";
export { namesUsed, type UsedName } from "./names-used.ts";
export { parseMustache, type Dialect, type Part } from "./parse-mustache.ts";
export { delimitersOf, standardDelimiters, type Delimiters } from "./read-tag.ts";
