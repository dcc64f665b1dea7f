import { readFileSync } from "node:fs";
import { createClient } from "@platen/client";
import { samples } from "@platen/samples";
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

/** Returns an order for each sample that has a template at the service. */
export function sampleOrders(templateIdOf: (sample: (typeof samples)[number]) => string | undefined): Order[] {
  return samples.flatMap((sample) => {
    const templateId = templateIdOf(sample);
    if (templateId === undefined) return [];
    const body = JSON.stringify({ templateId, data: sample.sampleData });
    return [{ name: sample.slug, weight: sampleWeights[sample.slug] ?? otherWeight, body }];
  });
}

/** Returns orders for the project's templates that are named like a sample. */
export async function demoOrders(baseUrl: string, apiKey: string): Promise<Order[]> {
  const templateIds = new Map<string, string>();
  for await (const { name, templateId } of createClient({ baseUrl, apiKey }).allTemplates())
    templateIds.set(name, templateId);
  return sampleOrders(({ name }) => templateIds.get(name));
}

/** Reads `<template id>` or `<template id>=<file with its data as JSON>`. */
export function givenOrder(text: string): Order {
  const [templateId = "", file] = text.split("=", 2);
  const data: unknown = file === undefined ? {} : JSON.parse(readFileSync(file, "utf8"));
  return { name: templateId, weight: 1, body: JSON.stringify({ templateId, data }) };
}

/** Chooses orders by their weights, in the same sequence in every run. */
export function createChoice(orders: readonly Order[]): () => Order {
  const next = createNumbers(11);
  const total = orders.reduce((sum, { weight }) => sum + weight, 0);
  return () => {
    let left = next(total);
    const chosen = orders.find(({ weight }) => (left -= weight) < 0);
    if (chosen === undefined) throw new Error("The project of the API key has none of the sample templates.");
    return chosen;
  };
}
