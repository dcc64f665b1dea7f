/** What takes the place of a value that is not kept. */
export const redacted = "[redacted]";

/**
 * A set of places in paths. The steps of all paths stand in one row, a bit for the place before each step and one for the
 * end of each path, so one operation of numbers goes on in all paths at once.
 */
type Places = bigint;

type Paths = {
  starts: Places;
  ends: Places;
  /** The places before a step that is `*`. */
  any: Places;
  /** The places before the steps of a name. */
  named: ReadonlyMap<string, Places>;
  /** The same for the names that are numbers of items. */
  numbered: ReadonlyMap<number, Places>;
  /** The most steps of a path. */
  longest: number;
};

function readPaths(paths: readonly string[]): Paths {
  const named = new Map<string, Places>();
  let [starts, ends, longest] = [0n, 0n, 0];
  let place = 1n;
  for (const path of paths) {
    const steps = path.split(".");
    longest = Math.max(longest, steps.length);
    starts |= place;
    for (const step of steps) {
      named.set(step, (named.get(step) ?? 0n) | place);
      place <<= 1n;
    }
    ends |= place;
    place <<= 1n;
  }
  const numbers = [...named].filter(([name]) => /^(?:0|[1-9]\d{0,8})$/.test(name));
  const numbered = new Map(numbers.map(([name, places]) => [Number(name), places]));
  return { starts, ends, any: named.get("*") ?? 0n, named, numbered, longest };
}

/**
 * Replaces the values at paths such as `customer.iban` and `items.*.secret`, in a time that grows with the values and the
 * paths, not with their product. Objects and lists without such a value stay the same; the data of the caller do not change.
 */
export function redact(data: Record<string, unknown>, paths: readonly string[]): unknown {
  const { starts, ends, any, named, numbered, longest } = readPaths(paths);

  function walk(value: unknown, places: Places): unknown {
    if ((places & ends) !== 0n) return redacted;
    if (places === 0n || typeof value !== "object" || value === null) return value;
    return Array.isArray(value) ? walkList(value, places) : walkObject(value, places);
  }

  function walkList(list: unknown[], places: Places): unknown[] {
    const throughAny = (places & any) << 1n;
    // A path that does not name an item means every item, as a section of a template does.
    const throughAll = throughAny | (places & ~any);
    const isPlain = (throughAll & ends) === 0n;
    let copy: unknown[] | undefined;
    for (let index = 0; index < list.length; index += 1) {
      const item = list[index];
      const before = numbered.get(index);
      // A list of numbers or texts needs no look at each.
      if (isPlain && before === undefined && typeof item !== "object") continue;
      const after = walk(item, before === undefined ? throughAll : throughAll | ((places & before) << 1n));
      if (after !== item) (copy ??= [...list])[index] = after;
    }
    return copy ?? list;
  }

  function walkObject(object: object, places: Places): object {
    const throughAny = (places & any) << 1n;
    const entries = Object.entries(object);
    let isSame = true;
    for (const entry of entries) {
      const [name, member] = entry;
      entry[1] = walk(member, throughAny | below(places, name));
      if (entry[1] !== member) isSame = false;
    }
    return isSame ? object : Object.fromEntries(entries);
  }

  /** The places behind a name. It may have dots itself: `customer.iban` is also the name "customer.iban". */
  function below(places: Places, name: string): Places {
    if (!name.includes(".")) return (places & (named.get(name) ?? 0n)) << 1n;
    // One step more than any path has is enough to tell that none fits.
    const steps = name.split(".", longest + 1);
    // A path that begins with `*` takes the whole name.
    if (steps[0] === "*") return 0n;
    return steps.reduce((reached, step) => (reached & (named.get(step) ?? 0n)) << 1n, places);
  }

  return walk(data, starts);
}
