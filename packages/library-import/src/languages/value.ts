import { NoEqual } from "./no-equal.ts";
import { quoted, type Reached } from "./scope.ts";

/** A value of a tag: a constant, or what Platen reaches, with texts before and after. */
export type Value = {
  constant?: string | number | boolean | null | undefined;
  /** A word of Liquid that stands for several values. */
  word?: "blank" | "empty";
  isConstant: boolean;
  reached: Reached;
  /** The key of what a plain path reaches, to know what kind it is. */
  key?: string;
  before: string;
  after: string;
  /** Whether the tag prints the value without escaping it. */
  isRaw: boolean;
  /** Whether formats follow that print. Nothing can follow them. */
  caveat?: string;
};

export function constantValue(constant: string | number | boolean | null): Value {
  return {
    constant,
    isConstant: true,
    reached: { subject: literal(constant), formats: [] },
    before: "",
    after: "",
    isRaw: false,
  };
}

export function reachedValue(reached: Reached, key?: string): Value {
  return { isConstant: false, reached, ...(key !== undefined && { key }), before: "", after: "", isRaw: false };
}

function literal(constant: string | number | boolean | null): string {
  return typeof constant === "string" ? (constant.includes("{") ? "" : safeQuoted(constant)) : String(constant);
}

function safeQuoted(text: string): string {
  try {
    return quoted(text);
  } catch {
    return "";
  }
}

/** The value with more formats. */
export function withFormats(value: Value, formats: readonly string[], caveat?: string): Value {
  if (value.before !== "" || value.after !== "") {
    throw new NoEqual("Write the text beside the tag, not inside the tag.");
  }
  const { key: _key, constant: _constant, ...rest } = value;
  const reached = { subject: value.reached.subject, formats: [...value.reached.formats, ...formats] };
  return { ...rest, isConstant: false, reached, ...(caveat !== undefined && { caveat }) };
}

/** The value as the argument of a format. */
export function asArgument(value: Value): string {
  if (value.word !== undefined) throw new NoEqual(`Platen has no value ${value.word}: ask for | empty or | present.`);
  if (value.isConstant) {
    if (value.constant === "" || typeof value.constant === "string") return quoted(value.constant);
    return String(value.constant);
  }
  const { subject, formats } = value.reached;
  if (formats.length > 0 || value.before !== "" || value.after !== "" || subject === "." || subject.startsWith("@")) {
    throw new NoEqual("An argument is a name or a value: name a result with {{# … | as name }} first.");
  }
  return subject;
}

/** The tags that print a value. */
export function printed(value: Value): string {
  const { before, after, isRaw, reached } = value;
  if (value.word !== undefined) throw new NoEqual("The tag prints nothing.");
  if (value.isConstant) {
    const text = value.constant === null ? "" : String(value.constant);
    if (text.includes("\\")) throw new NoEqual("Write the text itself in place of the tag.");
    return `${before}${text}${after}`;
  }
  const text = [reached.subject, ...reached.formats].join(" | ");
  const isPlain = reached.formats.length === 0;
  const tag = isRaw ? (isPlain ? `{{{${text}}}}` : `{{{ ${text} }}}`) : isPlain ? `{{${text}}}` : `{{ ${text} }}`;
  return `${before}${tag}${after}`;
}
