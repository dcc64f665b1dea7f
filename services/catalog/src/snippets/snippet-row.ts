import { Problem } from "@platen/contracts";
import type { EntityManager } from "typeorm";
import { instant, integer, nullable, text, texts, table, type RowOf } from "../database/table.ts";

export const snippets = table("snippets", {
  snippetId: text({ primary: true }),
  projectId: text(),
  name: text(),
  html: text(),
  css: text(),
  /** The names of the snippets that its HTML names itself. */
  uses: texts(),
  /** Counts the saves. Each save must name the revision it is based on. */
  revision: integer({ default: 1 }),
  /** Id of the account that saved it last; null if no account did. */
  savedBy: nullable(text()),
  updatedAt: instant({ default: () => "now()" }),
});

export type SnippetRow = RowOf<typeof snippets>;

export type SnippetRef = { projectId: string; snippetId: string };

export async function findSnippet(manager: EntityManager, ref: SnippetRef, { lock = false } = {}): Promise<SnippetRow> {
  const query = manager
    .createQueryBuilder(snippets, "s")
    .where("s.snippetId = :snippetId AND s.projectId = :projectId", ref);
  const row = await (lock ? query.setLock("pessimistic_write") : query).getOne();
  if (!row) throw new Problem("snippet.not_found");
  return row;
}
