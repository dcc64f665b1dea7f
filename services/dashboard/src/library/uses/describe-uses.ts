import type { TemplateUse } from "@platen/contracts";
import { formatCount } from "../../ui/format.ts";

/** The templates and snippets that use an asset or a snippet. */
export type Uses = { templates: readonly TemplateUse[]; snippets: readonly string[] };

/** A template whose current version uses an older state. */
export type StaleUse = TemplateUse & { currentVersion: number };

/** The templates whose current version uses an older state. */
export function staleUses({ templates }: Pick<Uses, "templates">): StaleUse[] {
  return templates.flatMap((use) =>
    use.currentVersion !== null && !use.isCurrent ? [{ ...use, currentVersion: use.currentVersion }] : [],
  );
}

/** "Used by 9 templates and 1 snippet. 7 published versions keep an older state." */
export function describeUses(uses: Uses): string {
  const { templates, snippets } = uses;
  if (templates.length + snippets.length === 0) return "Not used yet.";
  const users = [
    ...(templates.length > 0 ? [formatCount(templates.length, "template")] : []),
    ...(snippets.length > 0 ? [formatCount(snippets.length, "snippet")] : []),
  ];
  const stale = staleUses(uses).length;
  const kept =
    stale === 0 ? "" : ` ${formatCount(stale, "published version")} ${stale === 1 ? "keeps" : "keep"} an older state.`;
  return `Used by ${users.join(" and ")}.${kept}`;
}
