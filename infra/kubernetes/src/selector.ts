type LabelSelector = {
  matchLabels?: Readonly<Record<string, string>>;
  matchExpressions?: readonly { key: string; operator: string; values?: readonly string[] }[];
};

/** Whether a label selector matches these labels. An empty selector matches all. */
export function selects(selector: LabelSelector, labels: Readonly<Record<string, string>>): boolean {
  return (
    Object.entries(selector.matchLabels ?? {}).every(([key, value]) => labels[key] === value) &&
    (selector.matchExpressions ?? []).every(({ key, operator, values = [] }) => {
      if (operator !== "In") throw new Error(`a selector has the operator ${operator}. Only In is supported.`);
      return values.includes(labels[key] ?? "");
    })
  );
}
