import { isFields, type Resource } from "./resource.ts";

/**
 * A mistake in one object, named by its kind and the start of its name: the value to put at a path. Without a value,
 * the path is removed. `-` at the end of a path appends to a list.
 */
export type Mutation = readonly [title: string, path: string, value?: unknown];

/** The paths of a workload's pod and of its first container. */
export const pod = "/spec/template/spec";
export const container = `${pod}/containers/0`;

/** A mistake in a variable of a service: another value, or none. */
export const gatewayConfig = (key: string, value?: string): Mutation => ["ConfigMap gateway", `/data/${key}`, value];
export const workerConfig = (key: string, value?: string): Mutation => ["ConfigMap worker", `/data/${key}`, value];

/** Returns a copy of the objects with the mistake in one of them. */
export function mutated(resources: readonly Resource[], [title, path, value]: Mutation): Resource[] {
  const [kind, name = ""] = title.split(" ");
  const copies = structuredClone([...resources]);
  const target = copies.find(
    (resource) =>
      resource.kind === kind && (resource.metadata.name === name || resource.metadata.name.startsWith(`${name}-`)),
  );
  if (!target) throw new Error(`there is no ${title} to change`);
  const names = path.slice(1).split("/");
  const last = names.pop() ?? "";
  let owner: unknown = target;
  for (const step of names) {
    if (Array.isArray(owner)) owner = owner[Number(step)];
    else owner = isFields(owner) ? owner[step] : undefined;
  }
  if (Array.isArray(owner)) {
    if (last === "-") owner.push(value);
    else owner.splice(Number(last), 1, ...(value === undefined ? [] : [value]));
  } else if (!isFields(owner)) throw new Error(`${title} has no path ${path}`);
  else if (value === undefined) delete owner[last];
  else owner[last] = value;
  return copies;
}
