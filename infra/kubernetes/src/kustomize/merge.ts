import { isFields, type Fields, type Resource } from "./resource.ts";

/** The lists of Kubernetes' own kinds that are merged item by item, and what tells their items apart. */
const mergeKeys: Readonly<Record<string, string>> = {
  containers: "name",
  initContainers: "name",
  env: "name",
  volumes: "name",
  volumeMounts: "mountPath",
};

/** Lays a strategic merge patch over an object: maps are merged, null removes, lists are merged by key or replaced. */
export function mergePatch(target: Resource, patch: Resource): Resource {
  // What defines a kind of its own says nothing of keys, so lists are replaced there.
  const hasKeys = !target.apiVersion.includes(".") || target.apiVersion.includes(".k8s.io/");
  return { ...target, ...mergeFields(target, patch, hasKeys) };
}

function mergeFields(target: Fields, patch: Fields, hasKeys: boolean): Fields {
  const merged = { ...target };
  for (const [name, value] of Object.entries(patch)) {
    if (name.startsWith("$")) throw new Error(`${name} in a patch is not supported`);
    const old = merged[name];
    const key = hasKeys ? mergeKeys[name] : undefined;
    if (value === null) delete merged[name];
    else if (isFields(value)) merged[name] = mergeFields(isFields(old) ? old : {}, value, hasKeys);
    else if (Array.isArray(value) && Array.isArray(old) && key !== undefined)
      merged[name] = mergeLists(old, value, key);
    else merged[name] = value;
  }
  return merged;
}

/** As kustomize: what the patch names comes first, in the patch's order. */
function mergeLists(old: unknown[], patch: unknown[], key: string): unknown[] {
  const keyOf = (item: unknown) => (isFields(item) ? item[key] : undefined);
  const merged = patch.map((item) => {
    const match = old.find((candidate) => keyOf(candidate) === keyOf(item));
    return isFields(match) && isFields(item) ? mergeFields(match, item, true) : item;
  });
  const named = new Set(patch.map(keyOf));
  return [...merged, ...old.filter((item) => !named.has(keyOf(item)))];
}
