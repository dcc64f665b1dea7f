type LabelSelector = {
  matchLabels?: Readonly<Record<string, string>>;
  matchExpressions?: readonly { key: string; operator: string; values?: readonly string[] }[];
};

/** Whether a label selector selects what has these labels. An empty one selects everything. */
export function selects(selector: LabelSelector, labels: Readonly<Record<string, string>>): boolean {
  return (
    Object.entries(selector.matchLabels ?? {}).every(([key, value]) => labels[key] === value) &&
    (selector.matchExpressions ?? []).every(({ key, operator, values = [] }) => {
      if (operator !== "In") throw new Error(`the operator ${operator} of a selector is not known here`);
      return values.includes(labels[key] ?? "");
    })
  );
}
