import { partOfField, type DataIssue } from "@platen/contracts";
import type { FieldIssue, MessageIssue } from "@platen/formats";
import type { DataIssueKind, TagPart } from "@platen/mustache";
import { placeIn, type WrittenText } from "./mustache-template.ts";

/** More than a person reads. A template may have thousands of tags. */
const maxEntries = 50;
const maxPathLength = 200;

type Noted = Pick<DataIssue, "kind" | "path" | "key" | "locale" | "fallback"> & {
  written: WrittenText;
  start: number;
  count: number;
};

/**
 * Collects the tags of a document whose data or translations are not right: each once with a count. The last entry sums up
 * the rest.
 */
export function createDataIssues() {
  // Of texts, a tag may have several.
  const noted = new Map<TagPart | string, Noted>();
  let rest = 0;
  let worstOfRest: Noted | undefined;

  function note(id: TagPart | string, create: () => Noted): void {
    const known = noted.get(id);
    if (known) known.count += 1;
    else if (noted.size < maxEntries) noted.set(id, create());
    else {
      rest += 1;
      if (!worstOfRest || !isError(worstOfRest)) worstOfRest = create();
    }
  }

  return {
    noteIn: (written: WrittenText) => (kind: DataIssueKind, tag: TagPart, pathOf: () => string) =>
      note(tag, () => ({ kind, path: shown(pathOf()), written, start: tag.start, count: 1 })),
    noteTextIn: (written: WrittenText) => (issue: MessageIssue, tag: { start: number }) => {
      const name = issue.kind === "untranslated" ? issue.key : issue.path;
      note(`${issue.kind} ${written.path} ${tag.start} ${name}`, () => {
        const place = { written, start: tag.start, count: 1 };
        if (issue.kind !== "untranslated") return { kind: issue.kind, path: shown(name), ...place };
        const { kind, locale, fallback } = issue;
        return { kind, key: shown(name), locale, fallback, ...place };
      });
    },
    noteField({ name, kind, path, offset }: FieldIssue, formula: string): void {
      const written = { path: partOfField(name), source: formula };
      note(`${kind} ${name}`, () => ({ kind, path: shown(path), written, start: offset, count: 1 }));
    },
    noteReplaced(name: string, formula: string): void {
      const written = { path: partOfField(name), source: formula };
      note(`replaced ${name}`, () => ({ kind: "replaced", path: name, written, start: 0, count: 1 }));
    },
    list(): DataIssue[] {
      const all = [...noted.values()];
      const last = all.at(-1);
      const shownEntries = rest > 0 ? all.slice(0, -1) : all;
      const entries = shownEntries.map(({ written, start, ...issue }): DataIssue => {
        const { path, line, column } = placeIn(written, start);
        return { ...issue, part: path, line, column };
      });
      if (rest === 0 || !last) return entries;
      const { kind, fallback } = isError(last) ? last : (worstOfRest ?? last);
      return [...entries, { kind, ...(fallback !== undefined && { fallback }), count: rest + last.count }];
    },
  };
}

const shown = (name: string) => name.slice(0, maxPathLength);

/** A text that is printed in another language is a warning, and so is a value that a field replaces; all else is an error. */
const isError = ({ kind, fallback }: Noted) => kind !== "replaced" && fallback === undefined;
