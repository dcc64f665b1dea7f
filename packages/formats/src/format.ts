import type { Literal } from "@platen/mustache";

/** The groups of the reference, in its order. */
export const formatKinds = [
  "numbers",
  "dates",
  "text",
  "choice",
  "lists",
  "reach",
  "codes",
  "charts",
  "languages",
] as const;
export type FormatKind = (typeof formatKinds)[number];

/** A type of value, for completion and for the check of a draft. */
export type ValueType = "number" | "date" | "text" | "boolean" | "list" | "object" | "any";

/** An argument that a format takes. */
export type Parameter = {
  name: string;
  /** Explains what is wrong with a bare text that would be a name of the data; undefined if it may be one. */
  checkName?: (name: string) => string | undefined;
  /** Bare words with a meaning of their own, such as `long` of `date`. Any other bare text is a name of the data. */
  words?: readonly string[];
  /** A bare text is one of the words, never a name of the data. */
  isWord?: boolean;
  /** A bare text is a field of the list's items, such as `amount` of `sum`, and not a name of the data. */
  isField?: boolean;
  /** A bare text of three capitals is a currency. Without `isNamed`, the format needs one. */
  isCurrency?: boolean;
  /** The type of a literal or of the data's value. Any by default. */
  type?: ValueType;
  /** Explains what is wrong with a literal, after the argument's name; undefined for a right one. */
  check?: (value: Literal) => string | undefined;
  isRequired?: boolean;
  /** Can only be given as `name=value`. */
  isNamed?: boolean;
  /** Takes all further arguments. Only the last parameter can. */
  isRest?: boolean;
};

/** An example of the reference, printed in three locales; tests hold the printed results. */
export type Example = {
  template: string;
  data: Readonly<Record<string, unknown>>;
  /** Texts of translations by language and key. */
  texts?: Readonly<Record<string, Readonly<Record<string, string>>>>;
};

/** The arguments by the names of their parameters, with data looked up. A rest parameter has an array. */
export type Arguments = Readonly<Record<string, unknown>>;

/** What a document's formats share. */
export type FormatContext = {
  /** BCP 47. */
  locale: string;
  /** IANA name, for dates with an offset. */
  timeZone: string;
  /** ISO 4217, where a template sets one. */
  currency: string | undefined;
  /** Counts items that a format looks at against the limit of the document. */
  countItems(count: number): void;
  /**
   * The text of translations of a key, filled where the tag stands; undefined if there is no such text. `shownKey` is the
   * key as the report shows it, with `*` in place of data.
   */
  translate(key: string, shownKey: string): string | undefined;
  /**
   * Notes that a value does not fit the format, which then returns the value as it is. `field` names the field of the
   * items whose value does not fit.
   */
  unformattable(field?: string): void;
};

/** One format. Registry, check of drafts, completion and docs/formats.md come from it. */
export type Format = {
  name: string;
  kind: FormatKind;
  /** The type of the value on the left. */
  takes: ValueType;
  gives: ValueType | "markup";
  parameters: readonly Parameter[];
  /** What it does, in a sentence or two of the reference. */
  description: string;
  examples: readonly Example[];
  /** Gets a missing value too, as `or` does. Other formats give nothing for it, and the report names the tag. */
  acceptsMissing?: boolean;
  /** A section over the result keeps all names around it. */
  keepsScope?: boolean;
  /** The items of the result are items of the list on the left. */
  keepsItems?: boolean;
  /** Whether these arguments ask if the items have a field, so that all may lack it. */
  asksForField?: (args: Arguments) => boolean;
  /** The names that a section over the result brings, where they are not those of the data. */
  makesNames?: (args: Arguments) => readonly string[];
  /** `value` is a value of JSON or the result of another format, such as a Decimal. Never changes it. */
  apply(value: unknown, args: Arguments, context: FormatContext): unknown;
};

/** A format of one kind of values. It says what differs from the others of its kind. */
export type FormatOf<Value, Result = unknown> = Pick<Format, "name" | "description" | "examples"> &
  Partial<Omit<Format, "apply">> & { of: (value: Value, args: Arguments, context: FormatContext) => Result };
