import { ExactNumber } from "@platen/contracts/exact-json";

/** The syntax of a programming language for values. */
export type LiteralStyle = {
  true: string;
  false: string;
  null: string;
  indent: string;
  /** Writes a key of an object, before the colon. */
  name: (name: string) => string;
};

/** Writes a JSON value as a literal, one item per line. `depth` is the indentation of its first line. */
export function literal(value: unknown, style: LiteralStyle, depth: number): string {
  if (value === null || typeof value === "boolean") return style[`${value}`];
  // Programs would change the number. Formats read its text alike.
  if (value instanceof ExactNumber) return JSON.stringify(value.toString());
  // The escapes of JSON strings have the same meaning in TypeScript and Python.
  if (typeof value !== "object") return JSON.stringify(value);
  const items = Array.isArray(value)
    ? value.map((item) => literal(item, style, depth + 1))
    : Object.entries(value).map(([name, item]) => `${style.name(name)}: ${literal(item, style, depth + 1)}`);
  const [opening, closing] = Array.isArray(value) ? ["[", "]"] : ["{", "}"];
  if (items.length === 0) return `${opening}${closing}`;
  const lines = items.map((item) => `${style.indent.repeat(depth + 1)}${item},\n`);
  return `${opening}\n${lines.join("")}${style.indent.repeat(depth)}${closing}`;
}
