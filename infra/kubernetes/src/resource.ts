import { parseAllDocuments } from "yaml";
import { z } from "zod";

const resource = z.looseObject({
  apiVersion: z.string(),
  kind: z.string(),
  metadata: z.looseObject({
    name: z.string(),
    namespace: z.string().optional(),
    labels: z.record(z.string(), z.string()).optional(),
  }),
});

/** A Kubernetes object. Only the fields that every object has are typed. */
export type Resource = z.output<typeof resource>;

export function isFields(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Reads the objects of a YAML text. */
export function parseResources(text: string): Resource[] {
  return parseAllDocuments(text).map((document) => {
    const [error] = document.errors;
    if (error) throw error;
    return resource.parse(document.toJS());
  });
}
