import type { DataIssue } from "@platen/contracts";
// Imports only this part of the contract: each thread would load the whole contract.
import { lineAndColumn } from "@platen/contracts/json-text";
import type { DataIssueKind, TagPart } from "@platen/mustache";

/** More than a person reads. A template may have thousands of tags. */
const maxEntries = 50;
const maxPathLength = 200;

type Noted = { kind: DataIssueKind; path: string; part: string; source: string; start: number; count: number };

/** Collects the tags of a document whose data are not right: each tag once with a count, the last entry sums up the rest. */
export function createDataIssues() {
  const noted = new Map<TagPart, Noted>();
  let rest = 0;
  return {
    noteIn: (part: string, source: string) => (kind: DataIssueKind, tag: TagPart, pathOf: () => string) => {
      const known = noted.get(tag);
      if (known) known.count += 1;
      else if (noted.size === maxEntries) rest += 1;
      else noted.set(tag, { kind, path: pathOf().slice(0, maxPathLength), part, source, start: tag.start, count: 1 });
    },
    list(): DataIssue[] {
      const all = [...noted.values()];
      const shown = rest > 0 ? all.slice(0, -1) : all;
      const entries = shown.map(({ kind, path, part, source, start, count }): DataIssue => ({
        kind,
        path,
        part,
        ...lineAndColumn(source, start),
        count,
      }));
      const last = all.at(-1);
      return rest > 0 && last ? [...entries, { kind: last.kind, count: rest + last.count }] : entries;
    },
  };
}
