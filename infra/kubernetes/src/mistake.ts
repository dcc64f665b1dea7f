import type { Resource } from "./manifests.ts";

/**
 * A mistake in one object, named by its kind and the start of its name: the value to put at a path. Without a value,
 * the path is removed.
 */
export type Mistake = readonly [title: string, path: string, value?: unknown];

/** Returns a copy of the objects with the mistake in one of them. */
export function withMistake(resources: readonly Resource[], [title, path, value]: Mistake): Resource[] {
  const [kind, name = ""] = title.split(" ");
  const copies = structuredClone([...resources]);
  const target = copies.find((one) => one.kind === kind && `${one.metadata.name}-`.startsWith(`${name}-`));
  const names = path.slice(1).split("/");
  const last = names.pop() ?? "";
  let owner: unknown = target;
  for (const step of names) owner = isFields(owner) ? owner[step] : undefined;
  if (!isFields(owner)) throw new Error(`there is no ${title} with the path ${path}`);
  if (value !== undefined) owner[last] = value;
  else if (Array.isArray(owner)) owner.splice(Number(last), 1);
  else delete owner[last];
  return copies;
}

/** A list is indexed like fields are. */
function isFields(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
