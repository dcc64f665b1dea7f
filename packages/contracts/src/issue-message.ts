import type { z } from "zod";

/** The words for the type of a value. */
const kinds: Readonly<Record<string, string>> = {
  string: "a string",
  number: "a number",
  int: "a whole number",
  boolean: "a boolean",
  array: "an array",
  object: "an object",
  record: "an object",
  null: "null",
};

const forms: Readonly<Record<string, string>> = {
  datetime: "a date and time such as 2026-01-31T09:00:00Z",
  email: "an e-mail address",
  url: "a URL",
  uuid: "a UUID",
};

function kindOf(value: unknown): string {
  if (value === null) return "null";
  const type = Array.isArray(value) ? "array" : typeof value;
  return kinds[type] ?? `a ${type}`;
}

/** The message for a value of the wrong type. `expected` is zod's name for the right type. */
export function typeMessage(expected: string, given: unknown): string {
  // "must be a number, but is a number" would not help.
  const isFraction = expected === "int" && typeof given === "number";
  return `must be ${kinds[expected] ?? `a ${expected}`}, but is ${isFraction ? String(given) : kindOf(given)}`;
}

type Bound = { origin: string; limit: number | bigint; inclusive?: boolean | undefined };

function boundMessage(end: "least" | "most", { origin, limit, inclusive = true }: Bound): string {
  if (origin === "string" || origin === "array") {
    if (end === "least" && limit === 1) return "must not be empty";
    const unit = origin === "string" ? "character" : "item";
    return `must have at ${end} ${limit} ${unit}${limit === 1 ? "" : "s"}`;
  }
  if (inclusive) return `must be at ${end} ${limit}`;
  return `must be ${end === "least" ? "greater" : "less"} than ${limit}`;
}

/** A caller may send as many unknown names as fit into a body, each as long as a body. */
const maxNames = 20;
const longestName = 200;

function namesOf(names: readonly string[]): string {
  const shown = names.slice(0, maxNames).map((name) => `\`${name.slice(0, longestName)}\``);
  return `${shown.join(", ")}${names.length > maxNames ? ` and ${names.length - maxNames} more names` : ""}`;
}

/**
 * Writes the message for an issue that zod finds. The message continues a sentence that starts with the field's name:
 * "`name` must be a string, but is a number." Pass this function to a parse as its `error`; a schema's own message wins.
 */
export function issueMessage(issue: z.core.$ZodRawIssue): string {
  if (issue.input === undefined) return "is required";
  switch (issue.code) {
    case "invalid_type":
      return typeMessage(issue.expected, issue.input);
    case "too_small":
      return boundMessage("least", { ...issue, limit: issue.minimum });
    case "too_big":
      return boundMessage("most", { ...issue, limit: issue.maximum });
    case "invalid_value":
      return `must be ${issue.values.length === 1 ? "" : "one of "}${issue.values.map(String).join(", ")}`;
    case "invalid_format":
      return forms[issue.format] === undefined
        ? "must have the format given in the API reference"
        : `must be ${forms[issue.format]}`;
    case "unrecognized_keys":
      return `must not contain ${namesOf(issue.keys)}`;
    case "invalid_union":
      return "must have one of the formats given in the API reference";
    case "invalid_key":
    case "invalid_element":
    case "not_multiple_of":
    case "custom":
      break;
  }
  return "is not valid";
}
