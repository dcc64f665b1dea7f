import { parseAllDocuments } from "yaml";
import { z } from "zod";

const labels = z.record(z.string(), z.string());

const resource = z.looseObject({
  apiVersion: z.string(),
  kind: z.string(),
  metadata: z.looseObject({
    name: z.string(),
    namespace: z.string().optional(),
    labels: labels.optional(),
  }),
});

/** An object of Kubernetes, of which only what every one of them has is known. */
export type Resource = z.output<typeof resource>;

export type Fields = Record<string, unknown>;

export function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Reads the documents of a YAML text. */
export function parseDocuments(text: string): unknown[] {
  return parseAllDocuments(text).map((document) => {
    const [error] = document.errors;
    if (error) throw error;
    const content: unknown = document.toJS();
    return content;
  });
}

/** Reads the objects of a YAML text. */
export function parseResources(text: string): Resource[] {
  return parseDocuments(text).map((document) => resource.parse(document));
}

/** The same object, whichever version of its group it is written in. */
export function isSameResource(one: Resource, other: Resource): boolean {
  const group = ({ apiVersion }: Resource) => apiVersion.split("/").slice(0, -1).join("");
  return one.kind === other.kind && one.metadata.name === other.metadata.name && group(one) === group(other);
}

/** The pod template of a workload, if it is one. */
export function podTemplateOf({ spec }: Resource): Fields | undefined {
  return isFields(spec) && isFields(spec["template"]) ? spec["template"] : undefined;
}

/** The containers of a workload, those that run before the others included. */
export function containersOf(workload: Resource): Fields[] {
  const podSpec = podTemplateOf(workload)?.["spec"];
  if (!isFields(podSpec)) return [];
  return [podSpec["initContainers"], podSpec["containers"]].flatMap((list) =>
    Array.isArray(list) ? list.filter(isFields) : [],
  );
}
