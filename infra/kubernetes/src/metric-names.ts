import { platenMetrics } from "@platen/observability";
import { parser } from "@prometheus-io/lezer-promql";

const metrics = await platenMetrics();

/** Every series that Prometheus may have of the services, with its labels. */
const seriesLabels = new Map(
  metrics.flatMap(({ name, type, labels }) => {
    const names = type === "histogram" ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name];
    return names.map((series) => [series, new Set(type === "histogram" ? [...labels, "le"] : labels)]);
  }),
);
seriesLabels.set("up", new Set());

/** Labels that Prometheus adds, by where it found the metrics, and the one that all of ours have. */
const commonLabels = new Set(["namespace", "pod", "container", "job", "instance", "component"]);

/** What is wrong with a query of Prometheus: its grammar, or series and labels that nobody has. */
export function queryFaults(query: string): string[] {
  const faults: string[] = [];
  let series: string | undefined;
  parser.parse(query).iterate({
    enter(node) {
      const text = query.slice(node.from, node.to);
      if (node.type.isError) faults.push(`it cannot be parsed at character ${node.from + 1}`);
      if (node.name === "Identifier" && node.matchContext(["VectorSelector"])) {
        series = text;
        if (!seriesLabels.has(series)) faults.push(`no service has the series ${series}`);
      }
      if (node.name === "LabelName" && node.matchContext(["VectorSelector", "LabelMatchers", "UnquotedLabelMatcher"])) {
        const isKnown = commonLabels.has(text) || seriesLabels.get(series ?? "")?.has(text);
        if (!isKnown) faults.push(`${series} has no label ${text}`);
      }
    },
  });
  if (series === undefined) faults.push("it asks for nothing");
  return faults.map((fault) => `${fault}: ${query}`);
}
