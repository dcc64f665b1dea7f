import { Problem } from "@platen/contracts";
import type { EntityManager } from "typeorm";
import { queryRows } from "../database/rows.ts";

/** The snippets that a source may need, with their texts, and the names of all snippets of the project. */
export type ReadLibrary = {
  snippets: { snippetId: string; name: string; revision: number; html: string; css: string }[];
  snippetNames: string[];
};

const maxSnippets = 200;
/** The most characters of all snippets that a source uses: blocks replace texts, so some of them may not be printed. */
const maxLength = 5_000_000;

/**
 * Reads the named snippets of a project, and those that these use. Snippets of a sample stand in for those that the project
 * lacks. Throws for more than a source can use.
 */
export async function readLibrary(
  manager: EntityManager,
  projectId: string,
  given: readonly string[],
  ofSample: readonly { name: string; html: string; css: string }[] = [],
): Promise<ReadLibrary> {
  const names = [...given, ...ofSample.map(({ name }) => name)];
  const [library] = await queryRows<{ snippetNames: string[]; count: number; length: number; snippetIds: string[] }>(
    manager,
    `WITH RECURSIVE reached (name) AS (
       SELECT unnest($2::text[]) COLLATE "C"
       UNION
       SELECT unnest(s.uses) FROM reached AS r JOIN snippets AS s ON s.project_id = $1 AND s.name = r.name)
     SELECT coalesce(array_agg(s.name ORDER BY s.name), '{}') AS "snippetNames",
            count(r.name)::integer AS count,
            coalesce(sum(length(s.html) + length(s.css)) FILTER (WHERE r.name IS NOT NULL), 0)::integer AS length,
            coalesce(array_agg(s.snippet_id) FILTER (WHERE r.name IS NOT NULL), '{}') AS "snippetIds"
     FROM snippets AS s LEFT JOIN reached AS r ON r.name = s.name WHERE s.project_id = $1`,
    [projectId, names],
  );
  const { snippetNames = [], count = 0, length = 0, snippetIds = [] } = library ?? {};
  if (count > maxSnippets || length > maxLength) {
    throw new Problem("template.syntax_invalid", {
      message:
        `The text uses ${count} snippets with ${length.toLocaleString("en")} characters together. ` +
        `It can use at most ${maxSnippets}, with ${maxLength.toLocaleString("en")} characters.`,
    });
  }
  const snippets = await queryRows<ReadLibrary["snippets"][number]>(
    manager,
    `SELECT snippet_id AS "snippetId", name, revision, html, css FROM snippets
     WHERE project_id = $1 AND snippet_id = ANY ($2)`,
    [projectId, snippetIds],
  );
  const known = new Set(snippetNames);
  const missing = ofSample.filter(({ name }) => !known.has(name));
  return {
    snippets: [...snippets, ...missing.map((snippet) => ({ ...snippet, snippetId: "", revision: 0 }))],
    snippetNames: [...snippetNames, ...missing.map(({ name }) => name)],
  };
}

/**
 * Keeps the named snippets of a project from being deleted or renamed until the transaction ends. Throws for a name that
 * no snippet has any more.
 */
export async function holdSnippets(manager: EntityManager, projectId: string, names: readonly string[]): Promise<void> {
  if (names.length === 0) return;
  const held = await queryRows<{ name: string }>(
    manager,
    "SELECT name FROM snippets WHERE project_id = $1 AND name = ANY ($2) ORDER BY name FOR KEY SHARE",
    [projectId, names],
  );
  const found = new Set(held.map(({ name }) => name));
  const gone = names.find((name) => !found.has(name));
  if (gone === undefined) return;
  throw new Problem("template.syntax_invalid", {
    message: `The snippet "${gone}" was deleted or renamed in the meantime. Save again with the name of another one.`,
  });
}
