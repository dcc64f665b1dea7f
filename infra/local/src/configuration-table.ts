import { globSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { z } from "zod";
import { catalogVariables } from "@platen/catalog/config";
import { courierVariables } from "@platen/courier/config";
import { gatewayVariables } from "@platen/gateway/config";
import { workerVariables } from "@platen/worker/config";

const root = resolve(import.meta.dirname, "../../..");

const services = {
  gateway: gatewayVariables,
  catalog: catalogVariables,
  worker: workerVariables,
  courier: courierVariables,
};

/** Defaults that depend on the machine. */
const machineDefaults: Readonly<Record<string, string>> = { RENDER_CONCURRENCY: "the number of cores" };

const described = z.object({
  properties: z.record(
    z.string(),
    z.object({
      type: z.string().optional(),
      minimum: z.number().optional(),
      maximum: z.number().optional(),
      enum: z.array(z.string()).optional(),
      default: z.union([z.string(), z.number(), z.boolean()]).optional(),
    }),
  ),
  required: z.array(z.string()).default([]),
});

type Row = { name: string; value: string; fallback: string; meaning: string };

/** All variables of all services, as docs/configuration.md. */
export function configurationTable(): string {
  const tables = Object.entries(services).map(([service, schema]) => ({ service, rows: rowsOf(service, schema) }));
  const shared = (tables[0]?.rows ?? []).filter((row) =>
    tables.every(({ rows }) => rows.some((other) => lineOf(other) === lineOf(row))),
  );
  const isShared = (row: Row) => shared.some(({ name }) => name === row.name);
  return [
    "# Configuration",
    "",
    "<!-- Generated from the services' config.ts by `npm run generate`. -->",
    "",
    "Environment variables are the only configuration of a service. A service with missing or invalid variables reports",
    "all of them and exits. An empty variable counts as not set.",
    "",
    "`NAME_FILE` can replace any variable `NAME`: it names a file with the value. A secret in a file appears neither in the",
    "environment of a process nor in the description of a container. Setting both is an error.",
    "",
    "The catalog's commands, `src/migrate.ts`, `src/seed-demo.ts` and `src/account.ts`, need only `DATABASE_URL`.",
    "`src/storage.ts` needs the variables of the storage too.",
    "",
    ...section("All services", shared),
    ...tables.flatMap(({ service, rows }) =>
      section(
        service,
        rows.filter((row) => !isShared(row)),
      ),
    ),
  ].join("\n");
}

function section(title: string, rows: readonly Row[]): string[] {
  const head = ["| Variable | Value | Default | Meaning |", "| --- | --- | --- | --- |"];
  return [`## ${title.charAt(0).toUpperCase()}${title.slice(1)}`, "", ...head, ...rows.map(lineOf), ""];
}

function lineOf({ name, value, fallback, meaning }: Row): string {
  return `| \`${name}\` | ${value} | ${fallback} | ${meaning} |`;
}

function rowsOf(service: string, schema: z.ZodObject): Row[] {
  // The output schema has the limits of numbers, the input schema the allowed words.
  const read = described.parse(z.toJSONSchema(schema, { io: "output", unrepresentable: "any" }));
  const written = described.parse(z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }));
  const meanings = readMeanings(service);
  return Object.keys(schema.shape).map((name) => {
    const meaning = meanings.get(name);
    if (meaning === undefined) throw new Error(`${name} of the ${service} needs a comment above it with its meaning`);
    const { minimum, maximum, default: fallback } = read.properties[name] ?? {};
    const { enum: words, default: writtenFallback } = written.properties[name] ?? {};
    const isRequired = written.required.includes(name);
    return {
      name,
      value: valueOf({ minimum, maximum, words }),
      fallback: isRequired
        ? "**required**"
        : (machineDefaults[name] ?? shown(fallback === undefined ? writtenFallback : fallback)),
      meaning,
    };
  });
}

type Limits = { minimum: number | undefined; maximum: number | undefined; words: readonly string[] | undefined };

function valueOf({ minimum, maximum, words }: Limits): string {
  if (words !== undefined) return words.join(", ");
  if (minimum !== undefined && maximum !== undefined) return `${minimum} to ${maximum}`;
  return "text";
}

function shown(fallback: string | number | boolean | undefined): string {
  return fallback === undefined ? "not set" : `\`${fallback}\``;
}

/** Reads the meaning of each variable from the comment above it, so that code and documentation agree. */
function readMeanings(service: string): Map<string, string> {
  const meanings = new Map<string, string>();
  const shared = globSync("packages/*/src/*-variables.ts", { cwd: root });
  for (const source of [...shared, `services/${service}/src/config.ts`]) {
    const text = readFileSync(join(root, source), "utf8");
    for (const [, comment = "", name = ""] of text.matchAll(/\/\*\*((?:(?!\*\/)[^])*)\*\/\s*([A-Z][A-Z0-9_]+):/g)) {
      meanings.set(name, comment.replaceAll(/\s*\n\s*\*?\s*/g, " ").trim());
    }
  }
  return meanings;
}
