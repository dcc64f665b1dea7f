import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { GeneratedConfigMaps } from "./config-map.ts";
import { applyJsonPatch } from "./json-patch.ts";
import { kustomizationSchema, type Kustomization } from "./kustomization.ts";
import { mergePatch } from "./merge.ts";
import {
  containersOf,
  isFields,
  isSameResource,
  parseDocuments,
  parseResources,
  podTemplateOf,
  type Resource,
} from "./resource.ts";

/** What came of a kustomization: its objects, and the files that they are made of. */
export type Rendered = { resources: Resource[]; files: string[] };

/**
 * Renders a kustomization as `kubectl kustomize` does, for the part of it that our manifests use, so that they can be
 * looked at where there is no kubectl. Fails on anything it does not know. `components` are laid over it.
 */
export function renderKustomization(folder: string, components: readonly string[] = []): Rendered {
  const configMaps = new GeneratedConfigMaps();
  const files = new Set<string>();
  const read = (path: string) => {
    files.add(path);
    return readFileSync(path, "utf8");
  };

  function build(folder: string, inherited: readonly Resource[]): Resource[] {
    const [document] = parseDocuments(read(join(folder, "kustomization.yaml")));
    const kustomization = kustomizationSchema.parse(document);
    let resources = [...inherited];
    for (const path of kustomization.resources.map((entry) => join(folder, entry)))
      resources.push(...(statSync(path).isDirectory() ? build(path, []) : parseResources(read(path))));
    for (const generator of kustomization.configMapGenerator) {
      for (const file of generator.files) files.add(join(folder, file));
      resources = configMaps.generate(resources, generator, folder);
    }
    for (const component of kustomization.components) resources = build(join(folder, component), resources);
    for (const patch of kustomization.patches)
      resources = applyPatch(resources, patch, patch.path === undefined ? patch.patch : read(join(folder, patch.path)));
    return transform(resources, kustomization);
  }

  const built = components.reduce((resources, component) => build(component, resources), build(folder, []));
  const resources = configMaps.rename(built);
  return { resources, files: [...files] };
}

function applyPatch(
  resources: Resource[],
  { target }: Kustomization["patches"][number],
  text: string | undefined,
): Resource[] {
  if (text === undefined) throw new Error("a patch has neither path nor patch");
  if (target) {
    const [operations] = parseDocuments(text);
    const isTarget = ({ kind, metadata }: Resource) =>
      kind === target.kind && (target.name === undefined || metadata.name === target.name);
    if (!resources.some(isTarget)) throw new Error(`there is no ${target.kind} ${target.name ?? ""} to patch`);
    return resources.map((resource) => (isTarget(resource) ? applyJsonPatch(resource, operations) : resource));
  }
  return parseResources(text).reduce((patched, patch) => {
    if (!patched.some((resource) => isSameResource(resource, patch)))
      throw new Error(`there is no ${patch.kind} ${patch.metadata.name} to patch`);
    return patched.map((resource) => (isSameResource(resource, patch) ? mergePatch(resource, patch) : resource));
  }, resources);
}

function transform(resources: readonly Resource[], { namespace, labels, images }: Kustomization): Resource[] {
  const transformed = structuredClone([...resources]);
  for (const resource of transformed) {
    if (namespace !== undefined) {
      if (resource.kind === "Namespace") resource.metadata.name = namespace;
      else resource.metadata.namespace = namespace;
    }
    for (const { pairs, includeTemplates } of labels) {
      resource.metadata.labels = { ...resource.metadata.labels, ...pairs };
      const metadata = includeTemplates ? podTemplateOf(resource)?.["metadata"] : undefined;
      if (isFields(metadata))
        metadata["labels"] = { ...(isFields(metadata["labels"]) && metadata["labels"]), ...pairs };
    }
    for (const container of containersOf(resource)) container["image"] = renamedImage(container["image"], images);
  }
  return transformed;
}

function renamedImage(image: unknown, renamings: Kustomization["images"]): unknown {
  if (typeof image !== "string") return image;
  const [name = "", tag] = image.split(/:(?=[^/]*$)/);
  const renaming = renamings.find((candidate) => candidate.name === name);
  if (!renaming) return image;
  return [renaming.newName ?? name, renaming.newTag ?? tag].filter((part) => part !== undefined).join(":");
}
