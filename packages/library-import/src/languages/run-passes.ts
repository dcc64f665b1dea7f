import type { Edit } from "../edits.ts";
import { positionsIn, type ReportRow } from "../report.ts";
import type { RewriteOptions, Rewritten } from "./language.ts";
import { findMarkup, leaveTag } from "./leave-tag.ts";
import { NoEqual } from "./no-equal.ts";
import { createScope, createUsage, type Scope, type Usage } from "./scope.ts";

/** A tag of another system, which may drop the blanks around itself. */
export type SourceTag = { start: number; end: number; trimsBefore: boolean; trimsAfter: boolean };

/** One pass over the tags of a source: what to write in their places, and the report. */
export type Pass = {
  scope: Scope;
  usage: Usage;
  edit: (start: number, end: number, text: string) => void;
  /** Writes a text in the place of a tag, and reports it unless it only differs in blanks. */
  replace: (tag: SourceTag, text: string, message?: string) => void;
  /** Does the work, or lists the tags as those without an equal. Returns whether it was done. */
  attempt: (tags: readonly SourceTag[], work: () => void) => boolean;
  list: (tags: readonly SourceTag[], message: string) => void;
};

/** What the report says about tags of blocks that do not nest. */
export const unnested = "The blocks of the template do not nest: a block is not closed, or closed twice.";

/**
 * Runs a rewriter over its source three times. Two passes collect what names each place has, because a list may be found
 * after the condition that asks for it; the last one writes.
 */
export function runPasses(
  source: string,
  tags: readonly SourceTag[],
  options: RewriteOptions,
  write: (pass: Pass) => void,
): Rewritten {
  const positionAt = positionsIn(source);
  const isMarkup = findMarkup(source, tags);
  const usage = createUsage();
  for (let pass = 0; pass < 2; pass += 1) run(createScope(usage, true, options.sample));
  return run(createScope(usage, false, options.sample));

  function run(scope: Scope): Rewritten {
    const edits: Edit[] = [];
    const rows: ReportRow[] = [];

    function edit(start: number, end: number, text: string): void {
      edits.push({ start, end, text });
    }

    function row(tag: SourceTag, more: Pick<ReportRow, "outcome"> & Partial<ReportRow>): void {
      const file = options.file === undefined ? {} : { file: options.file };
      rows.push({ kind: "tag", subject: source.slice(tag.start, tag.end), ...more, ...file, ...positionAt(tag.start) });
    }

    /** Drops the blanks that a tag drops around itself. */
    function trim({ start, end, trimsBefore, trimsAfter }: SourceTag): void {
      let [before, after] = [start, end];
      if (trimsBefore) while (before > 0 && isBlank(source.charAt(before - 1))) before -= 1;
      if (trimsAfter) while (after < source.length && isBlank(source.charAt(after))) after += 1;
      if (before < start) edit(before, start, "");
      if (after > end) edit(end, after, "");
    }

    function replace(tag: SourceTag, text: string, message?: string): void {
      trim(tag);
      if (withoutBlanks(source.slice(tag.start, tag.end)) === withoutBlanks(text)) return;
      edit(tag.start, tag.end, text);
      row(tag, { outcome: "rewritten", became: text, ...(message !== undefined && { message }) });
    }

    function list(tags: readonly SourceTag[], message: string): void {
      for (const tag of tags) {
        row(tag, { outcome: "listed", message });
        const written = source.slice(tag.start, tag.end);
        const left = leaveTag(written, isMarkup(tag.start));
        if (left !== written) edit(tag.start, tag.end, left);
      }
    }

    function attempt(tags: readonly SourceTag[], work: () => void): boolean {
      try {
        work();
        return true;
      } catch (error) {
        if (!(error instanceof NoEqual)) throw error;
        list(tags, error.message);
        return false;
      }
    }

    write({ scope, usage, edit, replace, attempt, list });
    return { edits, rows };
  }
}

const isBlank = (character: string) => /\s/.test(character);
const withoutBlanks = (text: string) => text.replaceAll(/\s/g, "");
