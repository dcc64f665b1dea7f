import type { PlatenMetric } from "./platen-metrics.ts";

/** What each label may hold. A label that is not here has no known bound, and must not be used. */
const labelValues: Readonly<Record<string, string>> = {
  component: "`gateway`, `catalog` or `worker`; every metric has it",
  operation:
    "an `operationId` of [openapi.json](openapi.json), of the dashboard's or of the catalog's own operations, or `none`",
  status: "`2xx` to `5xx`; `refused` for 503 `queue.full`",
  outcome:
    "`completed`, `cancelled`, `queue_full`, `project_busy`, `not_queued`, of files `failed`, of webhooks `delivered` or `error` of a `DeliveryAttempt`, or the code of a failure: see `failure.code` of a document in [openapi.json](openapi.json)",
  state: "of jobs `waiting`, `prioritized`, `active`, `delayed`; of connections `busy`, `idle`",
  stage: "`template`, `load`, `print`, `store`",
  kind: "of what projects store `contents` (kept PDFs), `rows` (of batches), `waiting` (data of unfinished documents); of sealed values `webhooks`, `kept_requests`, `waiting_data`",
  lane: "`interactive`, `background`",
  lanes: "`all`, `interactive`, `background`",
  resource: "a resource type of the DevTools protocol, such as `Image`, `Font`, `Fetch`",
  cause:
    "of browsers `first`, `documents`, `memory`, `age`, `crash`, `stuck`; of prints `incomplete`, `blank`; of failures of PostgreSQL `unreachable`, `too_slow`, `conflict`, `read_only`, `disk_full`, `no_resources`, `too_many_connections`, `storage`",
  code: "a code of a warning, such as `data.missing`: see `Warning` in [openapi.json](openapi.json)",
  what: "of amendments `dates`, `language`, `metadata`, `characters`",
  version: "one value in each process",
  node: "one value in each process",
};

const code = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(", ");

/** Writes the table of all metrics of Platen's own, and of the values of their labels. */
export function metricsTable(metrics: readonly PlatenMetric[]): string {
  const own = metrics.filter(({ name }) => name.startsWith("platen_"));
  const unbounded = own.flatMap(({ name, labels }) =>
    labels.filter((label) => !(label in labelValues)).map((label) => `${name}{${label}}`),
  );
  if (unbounded.length > 0) throw new Error(`no values are known of ${unbounded.join(", ")}: add them to this file`);
  return [
    "# Metrics",
    "",
    "<!-- Generated from services/*/src/metrics.ts by `npm run generate`. -->",
    "",
    "Every service shows them at `/metrics` of its management port, in Prometheus' format. Gauges of something that does not",
    "answer are missing. Beside these there are `process_*` and `nodejs_*`, which prom-client makes.",
    "",
    "| Metric | Type | Of | Labels | Meaning |",
    "| --- | --- | --- | --- | --- |",
    ...own.map(
      ({ name, type, components, labels, help }) =>
        `| \`${name}\` | ${type} | ${components.join(", ")} | ${code(labels)} | ${help} |`,
    ),
    "",
    "| Label | Values |",
    "| --- | --- |",
    ...Object.entries(labelValues).map(([label, values]) => `| \`${label}\` | ${values} |`),
    "",
  ].join("\n");
}
