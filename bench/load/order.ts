import { createNumbers } from "../documents/numbers.ts";

/** A document that a customer may ask for. */
export type Order = {
  name: string;
  /** How often it is chosen, relative to the others. */
  weight: number;
  /** The request's body. */
  body: string;
};

/** How often customers ask for each sample; most documents are invoices and labels. */
const sampleWeights: Readonly<Record<string, number>> = { invoice: 50, "shipping-label": 20, "account-statement": 15 };
const otherWeight = 5;

/** An order of a sample template, with the template's id at the service. */
export function sampleOrder(sample: { slug: string; sampleData: unknown }, templateId: string): Order {
  return {
    name: sample.slug,
    weight: sampleWeights[sample.slug] ?? otherWeight,
    body: JSON.stringify({ templateId, data: sample.sampleData }),
  };
}

/** Chooses orders by their weights, in the same sequence in every run. */
export function createChoice(orders: readonly Order[]): () => Order {
  const next = createNumbers(11);
  const total = orders.reduce((sum, { weight }) => sum + weight, 0);
  return () => {
    let left = next(total);
    const chosen = orders.find(({ weight }) => (left -= weight) < 0);
    if (chosen === undefined) throw new Error("A load test needs at least one template.");
    return chosen;
  };
}
