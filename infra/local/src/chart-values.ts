import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parse } from "yaml";
import { z } from "zod";

const folder = resolve(import.meta.dirname, "../../helm/platen");

const node = z.looseObject({
  description: z.string().optional(),
  enum: z.array(z.string()).optional(),
  get properties() {
    return z.record(z.string(), node).optional();
  },
});
type Node = z.output<typeof node>;

const fields = z.record(z.string(), z.unknown());

/** The formatter would align the columns. The table is written as it is printed. */
const [begin, end] = ["<!-- prettier-ignore-start -->", "<!-- prettier-ignore-end -->"];

/** Returns the chart's README with the table of all values. */
export function withChartValues(): string {
  const readme = readFileSync(join(folder, "README.md"), "utf8");
  const [from, to] = [readme.indexOf(begin), readme.indexOf(end)];
  if (from === -1 || to < from)
    throw new Error(`the chart's README.md needs "${begin}" and "${end}" around its values`);
  const schema = node.parse(JSON.parse(readFileSync(join(folder, "values.schema.json"), "utf8")));
  const defaults = fields.parse(parse(readFileSync(join(folder, "values.yaml"), "utf8")));
  const table = ["| Value | Default | Meaning |", "| --- | --- | --- |", ...rowsOf(schema, defaults, "")];
  return `${readme.slice(0, from + begin.length)}\n\n${table.join("\n")}\n\n${readme.slice(to)}`;
}

function rowsOf({ properties = {} }: Node, defaults: Readonly<Record<string, unknown>>, prefix: string): string[] {
  const unnamed = Object.keys(defaults).filter((name) => !(name in properties));
  if (unnamed.length > 0) throw new Error(`values.schema.json lacks ${prefix}${unnamed.join(", ")}`);
  return Object.entries(properties).flatMap(([name, value]) => {
    const path = `${prefix}${name}`;
    // Helm itself sets this one.
    if (path === "global") return [];
    const fallback = defaults[name];
    if (fallback === undefined) throw new Error(`values.yaml lacks ${path}`);
    if (value.properties) return rowsOf(value, fields.parse(fallback), `${path}.`);
    if (value.description === undefined) throw new Error(`values.schema.json needs a description of ${path}`);
    const words = value.enum ? `${value.enum.map((word) => `\`${word}\``).join(", ")}: ` : "";
    return [`| \`${path}\` | ${shown(fallback)} | ${words}${value.description} |`];
  });
}

function shown(fallback: unknown): string {
  const text = JSON.stringify(fallback);
  if (text === '""' || text === "[]" || text === "{}") return "";
  return typeof fallback === "string" ? `\`${fallback}\`` : `\`${text}\``;
}
