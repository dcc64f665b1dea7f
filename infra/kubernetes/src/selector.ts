import type { ILabelSelector } from "@kubernetes-models/apimachinery/apis/meta/v1/LabelSelector";

/** Whether a label selector selects what has these labels. An empty one selects everything. */
export function selects(selector: ILabelSelector, labels: Readonly<Record<string, string>>): boolean {
  return (
    Object.entries(selector.matchLabels ?? {}).every(([key, value]) => labels[key] === value) &&
    (selector.matchExpressions ?? []).every(({ key, operator, values = [] }) => {
      if (operator !== "In") throw new Error(`the operator ${operator} of a selector is not known here`);
      return values.includes(labels[key] ?? "");
    })
  );
}
