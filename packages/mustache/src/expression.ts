/**
 * The text of a tag of dialect 2: a subject, then formats. `{{ total | money EUR }}` has the subject `total` and the
 * format `money` with one argument.
 */
export type Expression = { subject: Subject; formats: FormatCall[] };

/** What the first format gets. A built-in begins with `@` and comes from Platen; data can neither shadow nor fake it. */
export type Subject =
  | { kind: "path"; path: string }
  | { kind: "builtin"; path: string }
  | { kind: "literal"; value: Literal };

export type Literal = string | number | boolean | null;

/** A format of a tag. Offsets count characters from the start of the tag's text. */
export type FormatCall = { name: string; args: FormatArgument[]; offset: number };

/**
 * An argument as written. The format's signature decides what a bare argument is: a word that the format knows, a field of
 * the items, or a name of the data.
 */
export type FormatArgument = { name?: string; offset: number } & (
  | { kind: "bare"; text: string }
  | { kind: "literal"; value: Literal }
);

/** Where a tag stands: what names mean there. */
export type TagScope = {
  /** Finds a name as Mustache does, from the innermost scope outwards; undefined if no scope has it. */
  lookUp(name: string): unknown;
  /** The place of a name in the data, such as `lines[].discount`. */
  pathOf(name: string): string;
  /** The innermost list around the tag. */
  loop: { index: number; count: number } | undefined;
};

/** The tag of an expression: its position, and what becomes of the result. */
export type ExpressionTag = { start: number; end: number; use: "escaped" | "raw" | "section" };

/** The result of an expression. Markup is written as it is; everything else as Mustache writes a value. */
export type Evaluated = {
  value: unknown;
  isMarkup: boolean;
  /** Makes what stands for markup in an attribute. */
  inAttribute?: (() => string) | undefined;
  issue?: EvaluationIssue | undefined;
  /** Whether a section over the result adds names to those around it, and leaves them their meaning. */
  isAdded?: boolean | undefined;
};

/**
 * A fault of the data of an expression. The data lack the subject, or what an argument names; or a value does not fit a
 * format. `name` is a name of an argument, `field` one that no item of the list has.
 */
export type EvaluationIssue =
  | { kind: "missing" }
  | { kind: "unformattable"; field?: string }
  | { kind: "lacking"; name: string }
  | { kind: "lacking"; field: string };

/** Evaluates the expressions of a document. `@platen/formats` has the implementation. */
export type Evaluator = {
  evaluate(expression: Expression, scope: TagScope, tag: ExpressionTag): Evaluated;
};
