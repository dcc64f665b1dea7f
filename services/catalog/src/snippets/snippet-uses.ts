import { Problem, type ProblemDetail, type TemplateUse } from "@platen/contracts";
import type { EntityManager } from "typeorm";
import { queryRows } from "../database/rows.ts";
import { findSnippet, type SnippetRef, type SnippetRow } from "./snippet-row.ts";

const maxUsers = 20;

/** Whose drafts and current versions use snippets, those through other snippets among them: `root` is the used one. */
const users = `
  reached (root, name) AS (
    SELECT s.name, s.name FROM snippets AS s WHERE s.project_id = $1 AND s.name = ANY ($2)
    UNION
    SELECT r.root, s.name FROM reached AS r JOIN snippets AS s ON s.project_id = $1 AND s.uses @> ARRAY[r.name]),
  drafted (root, template_id) AS (
    SELECT DISTINCT r.root, d.template_id
    FROM template_drafts AS d CROSS JOIN unnest(d.snippets) AS used (name) JOIN reached AS r ON r.name = used.name
    WHERE d.project_id = $1 AND d.snippets <> '{}'),
  published (root, template_id, version, revision) AS (
    SELECT s.name, t.template_id, v.version, vs.revision
    FROM snippets AS s
      JOIN version_snippets AS vs ON vs.project_id = $1 AND vs.snippet_id = s.snippet_id
      JOIN template_versions AS v ON v.version_id = vs.version_id
      JOIN templates AS t ON t.template_id = v.template_id AND t.current_version = v.version
    WHERE s.project_id = $1 AND s.name = ANY ($2))`;

/** Counts the templates that use snippets, by the snippets' names. */
export async function countTemplates(
  manager: EntityManager,
  projectId: string,
  snippetRows: readonly Pick<SnippetRow, "name">[],
): Promise<Map<string, number>> {
  const counts = await queryRows<{ root: string; count: number }>(
    manager,
    `WITH RECURSIVE ${users}
     SELECT root, count(DISTINCT template_id)::integer AS count
     FROM (SELECT root, template_id FROM drafted UNION SELECT root, template_id FROM published) AS used
     GROUP BY root`,
    [projectId, snippetRows.map(({ name }) => name)],
  );
  return new Map(counts.map(({ root, count }) => [root, count]));
}

/** Lists the templates and the snippets that use a snippet. */
export async function findUses(
  manager: EntityManager,
  ref: SnippetRef,
): Promise<{ templates: TemplateUse[]; snippets: string[] }> {
  const { name, revision } = await findSnippet(manager, ref);
  const templates = await queryRows<TemplateUse>(
    manager,
    `WITH RECURSIVE ${users}
     SELECT t.template_id AS "templateId", t.name, d.template_id IS NOT NULL AS "isInDraft",
            p.version AS "currentVersion", coalesce(p.revision = $3, true) AS "isCurrent"
     FROM templates AS t
       LEFT JOIN drafted AS d ON d.template_id = t.template_id
       LEFT JOIN published AS p ON p.template_id = t.template_id
     WHERE t.project_id = $1 AND (d.template_id IS NOT NULL OR p.template_id IS NOT NULL)
     ORDER BY t.name, t.template_id LIMIT 1000`,
    [ref.projectId, [name], revision],
  );
  const rows = await queryRows<{ name: string }>(
    manager,
    "SELECT name FROM snippets WHERE project_id = $1 AND uses @> ARRAY[$2] ORDER BY name",
    [ref.projectId, name],
  );
  return { templates, snippets: rows.map((row) => row.name) };
}

/** Throws while drafts or other snippets name a snippet. Its row must be locked. */
export async function refuseInUse(
  manager: EntityManager,
  projectId: string,
  name: string,
  work: string,
): Promise<void> {
  const rows = await queryRows<{ kind: "draft" | "snippet"; user: string }>(
    manager,
    `(SELECT 'draft' AS kind, t.name COLLATE "C" AS user
      FROM template_drafts AS d JOIN templates AS t ON t.template_id = d.template_id
      WHERE d.project_id = $1 AND d.snippets <> '{}' AND d.snippets @> ARRAY[$2])
     UNION ALL
     (SELECT 'snippet', s.name FROM snippets AS s
      WHERE s.project_id = $1 AND s.name <> $2 AND s.uses @> ARRAY[$2])
     ORDER BY 1, 2 LIMIT ${maxUsers + 1}`,
    [projectId, name],
  );
  if (rows.length === 0) return;
  const shown = rows.slice(0, maxUsers);
  const details = shown.map(({ kind, user }): ProblemDetail => ({
    path: "snippetId",
    message: kind === "draft" ? `is used by the draft of the template "${user}"` : `is used by the snippet "${user}"`,
  }));
  const names = shown.slice(0, 3).map(({ user }) => `"${user}"`);
  const more = rows.length > names.length ? " and others" : "";
  throw new Problem("snippet.in_use", {
    message: `The snippet "${name}" cannot be ${work} while ${names.join(", ")}${more} use it. Remove its tag there first.`,
    details,
  });
}
