import { escapeHtml } from "./escape-html.ts";
import { MustacheError, tooDeepError } from "./mustache-error.ts";
import type { Part } from "./parse-mustache.ts";

export type FillOptions = {
  maxOutputLength: number;
  /** The texts for the placeholders, by name. */
  placeholders?: Readonly<Record<string, string>>;
};

/**
 * Fills a parsed template as Mustache does, with three differences: names reach only own properties of the data, never
 * prototypes; functions in the data are never called; and the output has a size limit.
 */
export function fillParts(parts: readonly Part[], data: unknown, options: FillOptions): string {
  const output = createOutput(options.maxOutputLength);
  try {
    write(parts, { value: data, parent: undefined }, output, options);
  } catch (error) {
    throw error instanceof RangeError ? tooDeepError(error) : error;
  }
  return output.text();
}

type Scope = { value: unknown; parent: Scope | undefined };
type Output = ReturnType<typeof createOutput>;

function createOutput(maxLength: number) {
  let text = "";
  return {
    add(piece: string) {
      text += piece;
      if (text.length > maxLength) {
        throw new MustacheError("too_large", `The filled template exceeds the limit of ${maxLength} characters.`);
      }
    },
    text: () => text,
  };
}

function write(parts: readonly Part[], scope: Scope, output: Output, options: FillOptions): void {
  for (const part of parts) {
    switch (part.kind) {
      case "text":
        output.add(part.text);
        break;
      case "value": {
        const text = textOf(lookUp(part.name, scope));
        output.add(part.escaped ? escapeHtml(text) : text);
        break;
      }
      case "section":
        writeSection(part, scope, output, options);
        break;
      case "placeholder":
        output.add(options.placeholders?.[part.name] ?? "");
        break;
    }
  }
}

function writeSection(part: Part & { kind: "section" }, scope: Scope, output: Output, options: FillOptions): void {
  const value = lookUp(part.name, scope);
  const isEmpty = !value || (Array.isArray(value) && value.length === 0);
  if (part.inverted) {
    if (isEmpty) write(part.parts, scope, output, options);
  } else if (Array.isArray(value)) {
    for (const item of value) write(part.parts, { value: item, parent: scope }, output, options);
  } else if (value === true) {
    write(part.parts, scope, output, options);
  } else if (!isEmpty) {
    write(part.parts, { value, parent: scope }, output, options);
  }
}

/** Finds a name from the innermost scope outwards. A dotted name matches in a scope that has its last step. */
function lookUp(name: string, from: Scope): unknown {
  if (name === ".") return from.value;
  if (!name.includes(".")) {
    for (let scope: Scope | undefined = from; scope; scope = scope.parent) {
      const { value } = scope;
      if (typeof value === "object" && value !== null && Object.hasOwn(value, name)) return ownProperty(value, name);
    }
    return undefined;
  }
  const steps = name.split(".");
  const last = steps.length - 1;
  for (let scope: Scope | undefined = from; scope; scope = scope.parent) {
    let value = scope.value;
    for (const [index, step] of steps.entries()) {
      // Templates may use the own `length` of a string.
      if (value === null || value === undefined || !Object.hasOwn(Object(value), step)) break;
      value = ownProperty(value, step);
      if (index === last) return value;
    }
  }
  return undefined;
}

function ownProperty(value: object, name: string): unknown {
  // The callers have checked that the property is an own one.
  return (value as Record<string, unknown>)[name];
}

function textOf(value: unknown): string {
  if (typeof value === "string") return value;
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  if (Array.isArray(value)) return value.map(textOf).join(",");
  // Not String(value): a `toString` in the data is data.
  return typeof value === "object" && value !== null ? "[object Object]" : "";
}
