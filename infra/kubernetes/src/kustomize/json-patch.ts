import { z } from "zod";
import { isFields, type Resource } from "./resource.ts";

const operations = z.array(
  z.strictObject({ op: z.enum(["add", "replace"]), path: z.string().startsWith("/"), value: z.unknown() }),
);

/** Applies a JSON patch whose paths lead through maps to what it sets. */
export function applyJsonPatch(target: Resource, patch: unknown): Resource {
  const patched = structuredClone(target);
  for (const { path, value } of operations.parse(patch)) {
    const names = path.slice(1).split("/");
    const last = names.pop() ?? "";
    let place: unknown = patched;
    for (const name of names) place = isFields(place) ? place[name] : undefined;
    if (!isFields(place)) throw new Error(`a patch sets ${path}, which ${target.kind} ${target.metadata.name} lacks`);
    place[last] = value;
  }
  return patched;
}
