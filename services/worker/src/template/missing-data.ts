import type { MissingData } from "@platen/contracts";
// Imports only this part of the contract: each thread would load the whole contract.
import { lineAndColumn } from "@platen/contracts/json-text";
import type { ValuePart } from "@platen/mustache";

/** More than a person reads. A template may have thousands of tags. */
const maxEntries = 50;
const maxPathLength = 200;

type Noted = { path: string; part: string; source: string; start: number; count: number };

/** Collects the tags of a document whose names the data lacks: each tag once with a count, the last entry sums up the rest. */
export function createMissingData() {
  const noted = new Map<ValuePart, Noted>();
  let rest = 0;
  return {
    noteIn: (part: string, source: string) => (tag: ValuePart, pathOf: () => string) => {
      const known = noted.get(tag);
      if (known) known.count += 1;
      else if (noted.size === maxEntries) rest += 1;
      else noted.set(tag, { path: pathOf().slice(0, maxPathLength), part, source, start: tag.start, count: 1 });
    },
    list(): MissingData[] {
      const all = [...noted.values()];
      const shown = rest > 0 ? all.slice(0, -1) : all;
      const entries = shown.map(({ path, part, source, start, count }): MissingData => ({
        path,
        part,
        ...lineAndColumn(source, start),
        count,
      }));
      return rest > 0 ? [...entries, { count: rest + (all.at(-1)?.count ?? 0) }] : entries;
    },
  };
}
