import { globSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { createMetricsRegistry } from "@platen/telemetry";
import { parser } from "@prometheus-io/lezer-promql";

const root = resolve(import.meta.dirname, "../../..");

/** The names of all metrics that the services have. */
export function knownMetrics(): Set<string> {
  const sources = globSync("{services,packages}/*/src/**/*.ts", { cwd: root }).filter(
    (path) => !path.includes("node_modules") && !path.endsWith(".test.ts"),
  );
  const own = sources.flatMap((path) =>
    [...readFileSync(join(root, path), "utf8").matchAll(/"(platen_[a-z_]+)"/g)].map(([, name = ""]) => name),
  );
  const ofNode = createMetricsRegistry("any")
    .getMetricsAsArray()
    .map(({ name }) => name);
  return new Set([...own, ...ofNode, "up"]);
}

/** What is wrong with a query of Prometheus: its grammar, or metrics that nobody has. */
export function queryFaults(query: string, known: ReadonlySet<string>): string[] {
  const names: string[] = [];
  const faults: string[] = [];
  parser.parse(query).iterate({
    enter(node) {
      if (node.type.isError) faults.push(`it cannot be parsed at character ${node.from + 1}`);
      if (node.name === "Identifier" && node.matchContext(["VectorSelector"]))
        names.push(query.slice(node.from, node.to));
    },
  });
  if (names.length === 0) faults.push("it asks for no metric");
  for (const name of names) {
    const base = name.replace(/_(bucket|sum|count)$/, "");
    if (!known.has(name) && !known.has(base)) faults.push(`no service has the metric ${name}`);
  }
  return faults.map((fault) => `${fault}: ${query}`);
}
