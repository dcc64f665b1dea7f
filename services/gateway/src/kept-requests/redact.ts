/** What takes the place of a value that is not kept. */
export const redacted = "[redacted]";

type Path = readonly string[];

/** Whether the names of an object, or the item of a list, continue paths: what remains of them below `name`. */
function below(paths: readonly Path[], name: string): Path[] {
  return paths.flatMap((path) => {
    const [first] = path;
    if (first === "*") return [path.slice(1)];
    if (first === undefined) return [];
    // A name may have dots itself: `customer.iban` is also the name "customer.iban".
    const length = name.includes(".") ? name.split(".").length : 1;
    return path.slice(0, length).join(".") === name ? [path.slice(length)] : [];
  });
}

/** A path that does not name an item means every item, as a section of a template does. */
function belowItem(paths: readonly Path[], index: number): Path[] {
  const named = below(paths, String(index));
  return [...named, ...paths.filter(([first]) => first !== "*")];
}

function walk(value: unknown, paths: readonly Path[]): unknown {
  if (paths.some((path) => path.length === 0)) return redacted;
  if (paths.length === 0 || typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) {
    // A list of numbers or texts needs no look at each.
    const isPlain = !paths.some(({ length }) => length === 1) && value.every((item) => typeof item !== "object");
    return isPlain ? value : value.map((item: unknown, index) => walk(item, belowItem(paths, index)));
  }
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, walk(member, below(paths, name))]));
}

/**
 * Replaces the values at paths such as `customer.iban` and `items.*.secret`. Objects without such a value stay the same
 * objects; the data of the caller do not change.
 */
export function redact(data: Record<string, unknown>, paths: readonly string[]): unknown {
  return walk(
    data,
    paths.map((path) => path.split(".")),
  );
}
