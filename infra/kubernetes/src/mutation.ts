import { isFields, type Resource } from "./kustomize/resource.ts";

/** Something wrong in an object, by kind and the beginning of its name: what is put at a path, or taken away there. */
export type Mutation = readonly [title: string, path: string, value?: unknown];

/** For the test of the rules: what each of them finds. Every mutation makes the rule that it stands under fail. */
export type Mutations = Readonly<Record<string, readonly Mutation[]>>;

/** The objects with something wrong in one of them. In a path `-` is the end of a list. */
export function mutated(resources: readonly Resource[], [title, path, value]: Mutation): Resource[] {
  const [kind, name = ""] = title.split(" ");
  const copies = structuredClone([...resources]);
  const target = copies.find(
    (resource) =>
      resource.kind === kind && (resource.metadata.name === name || resource.metadata.name.startsWith(`${name}-`)),
  );
  if (!target) throw new Error(`there is no ${title} to spoil`);
  const names = path.slice(1).split("/");
  const last = names.pop() ?? "";
  let place: unknown = target;
  for (const step of names) {
    if (Array.isArray(place)) place = place[Number(step)];
    else place = isFields(place) ? place[step] : undefined;
  }
  if (Array.isArray(place)) {
    if (last === "-") place.push(value);
    else place.splice(Number(last), 1, ...(value === undefined ? [] : [value]));
  } else if (!isFields(place)) throw new Error(`${title} has no place ${path}`);
  else if (value === undefined) delete place[last];
  else place[last] = value;
  return copies;
}
