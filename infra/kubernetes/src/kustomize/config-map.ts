import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { Kustomization } from "./kustomization.ts";
import { containersOf, isFields, podTemplateOf, type Resource } from "./resource.ts";

type Generator = Kustomization["configMapGenerator"][number];
type ConfigMap = Resource & { data: Record<string, string> };

/** The ConfigMaps that a kustomization made, whose names get a hash of their content at the very end. */
export class GeneratedConfigMaps {
  readonly #all = new Set<string>();

  /** Adds what a generator makes to the resources, or merges it into what an earlier one made. */
  generate(resources: Resource[], generator: Generator, folder: string): Resource[] {
    const data = dataOf(generator, folder);
    const index = resources.findIndex(({ kind, metadata }) => kind === "ConfigMap" && metadata.name === generator.name);
    const old = resources[index];
    if (generator.behavior === "merge") {
      if (!old) throw new Error(`there is no ConfigMap ${generator.name} to merge into`);
      return resources.with(index, { ...old, data: { ...(isFields(old["data"]) ? old["data"] : {}), ...data } });
    }
    if (old) throw new Error(`there is a ConfigMap ${generator.name} already`);
    this.#all.add(generator.name);
    return [...resources, { apiVersion: "v1", kind: "ConfigMap", metadata: { name: generator.name }, data }];
  }

  /** Gives them their final names, and everybody who refers to them too. */
  rename(resources: Resource[]): Resource[] {
    const names = new Map(
      resources
        .filter((resource) => this.#isOurs(resource))
        .map(({ metadata, data }) => [metadata.name, `${metadata.name}-${contentHash(data)}`]),
    );
    const nameOf = (name: unknown) => (typeof name === "string" ? (names.get(name) ?? name) : name);
    return resources.map((resource) => {
      if (this.#isOurs(resource))
        return { ...resource, metadata: { ...resource.metadata, name: String(nameOf(resource.metadata.name)) } };
      const renamed = structuredClone(resource);
      for (const reference of referencesIn(renamed)) reference["name"] = nameOf(reference["name"]);
      return renamed;
    });
  }

  #isOurs(resource: Resource): resource is ConfigMap {
    return resource.kind === "ConfigMap" && this.#all.has(resource.metadata.name);
  }
}

function dataOf({ literals, files }: Generator, folder: string): Record<string, string> {
  return Object.fromEntries([
    ...literals.map((literal) => [literal.slice(0, literal.indexOf("=")), literal.slice(literal.indexOf("=") + 1)]),
    ...files.map((file) => [basename(file), readFileSync(join(folder, file), "utf8")]),
  ]);
}

/** The objects within a workload that name a ConfigMap. */
function referencesIn(workload: Resource): Record<string, unknown>[] {
  const lists = [podTemplateOf(workload)?.["spec"], ...containersOf(workload)]
    .filter(isFields)
    .flatMap((owner) => [owner["volumes"], owner["envFrom"]]);
  return lists
    .flatMap((list) => (Array.isArray(list) ? list.filter(isFields) : []))
    .flatMap((item) => [item["configMap"], item["configMapRef"]])
    .filter(isFields);
}

/** As kustomize: ten digits of SHA-256 with those that could spell something replaced. */
function contentHash(data: Record<string, string>): string {
  const sorted = Object.fromEntries(Object.entries(data).toSorted(([one], [other]) => (one < other ? -1 : 1)));
  // Go's JSON escapes these, for web pages.
  const json = JSON.stringify({ data: sorted, kind: "ConfigMap", name: "" }).replaceAll(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  const digits = createHash("sha256").update(json).digest("hex").slice(0, 10);
  const replacements: Record<string, string> = { 0: "g", 1: "h", 3: "k", a: "m", e: "t" };
  return digits.replaceAll(/[013ae]/g, (digit) => replacements[digit] ?? digit);
}
