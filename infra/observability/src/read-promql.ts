import { parser } from "@prometheus-io/lezer-promql";

/** What a PromQL expression asks for. */
export type PromqlUse = {
  metrics: readonly string[];
  /** Names of labels that it selects or groups by. */
  labels: readonly string[];
  /** Values that a label has to be equal to. */
  equals: readonly { label: string; value: string }[];
  /** Those whose rate or increase it takes. */
  rated: readonly string[];
  /** The text that is not PromQL, as written. */
  mistakes: readonly string[];
};

/** Reads an expression; the interval that Grafana fills in may stand in it. */
export function readPromql(expression: string): PromqlUse {
  const text = expression.replaceAll("$__rate_interval", "5m");
  const metrics = new Set<string>();
  const labels = new Set<string>();
  const equals: { label: string; value: string }[] = [];
  const mistakes: string[] = [];
  parser.parse(text).iterate({
    enter(node) {
      const own = () => text.slice(node.from, node.to);
      if (node.type.isError) mistakes.push(`${text.slice(0, node.from)}⟨here⟩${text.slice(node.from)}`);
      if (node.name === "Identifier" && node.node.parent?.name === "VectorSelector") metrics.add(own());
      if (node.name === "LabelName") labels.add(own());
      if (node.name === "UnquotedLabelMatcher") {
        const [, label = "", operator, value = ""] = /^(\w+)\s*(=~|!~|!=|=)\s*"(.*)"$/s.exec(own()) ?? [];
        if (operator === "=") equals.push({ label, value });
        if (operator === "=~") equals.push(...value.split("|").map((one) => ({ label, value: one })));
      }
    },
  });
  const rated = [...text.matchAll(/\b(?:rate|irate|increase)\(\s*(\w+)/g)].map(([, name = ""]) => name);
  return { metrics: [...metrics], rated, labels: [...labels], equals, mistakes };
}
