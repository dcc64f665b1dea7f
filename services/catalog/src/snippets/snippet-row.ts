import { Problem } from "@platen/contracts";
import { EntitySchema, type EntityManager } from "typeorm";

export type SnippetRow = {
  snippetId: string;
  projectId: string;
  name: string;
  html: string;
  css: string;
  /** The names of the snippets that its HTML names itself. */
  uses: string[];
  /** Counts the saves. Each save must name the revision it is based on. */
  revision: number;
  /** Id of the account that saved it last; null if no account did. */
  savedBy: string | null;
  updatedAt: Date;
};

export const snippets = new EntitySchema<SnippetRow>({
  name: "snippet",
  tableName: "snippets",
  columns: {
    snippetId: { name: "snippet_id", type: "text", primary: true },
    projectId: { name: "project_id", type: "text" },
    name: { name: "name", type: "text" },
    html: { name: "html", type: "text" },
    css: { name: "css", type: "text" },
    uses: { name: "uses", type: "text", array: true },
    revision: { name: "revision", type: "integer", default: 1 },
    savedBy: { name: "saved_by", type: "text", nullable: true },
    updatedAt: { name: "updated_at", type: "timestamptz", precision: 3, default: () => "now()" },
  },
});

export type SnippetRef = { projectId: string; snippetId: string };

export async function findSnippet(manager: EntityManager, ref: SnippetRef, { lock = false } = {}): Promise<SnippetRow> {
  const query = manager
    .createQueryBuilder(snippets, "s")
    .where("s.snippetId = :snippetId AND s.projectId = :projectId", ref);
  const row = await (lock ? query.setLock("pessimistic_write") : query).getOne();
  if (!row) throw new Problem("snippet.not_found");
  return row;
}
