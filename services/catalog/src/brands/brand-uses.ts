import { Problem, type Brand, type ProblemDetail, type TemplateUse } from "@platen/contracts";
import { brandVariables } from "@platen/library";
import type { EntityManager } from "typeorm";
import { queryRows } from "../database/rows.ts";

export type BrandUses = { templates: TemplateUse[]; snippets: string[] };

const maxUses = 1_000;
const maxShown = 20;

const textsOfDraft = String.raw`(d.html || E'\n' || d.css || E'\n' || coalesce(d.settings->>'header', '') || E'\n' || coalesce(d.settings->>'footer', ''))`;
const textsOfSnippet = "concat_ws(E'\\n', s.html, s.css)";

/** Whether a text uses the brand. The database searches, in one reading of each text; few texts have the first words. */
const usesBrand = (text: string) => String.raw`strpos(${text}, '--brand-') > 0 AND ${text} ~* 'var\(\s*--brand-'`;
/** The drafts that use a brand are in the index `template_drafts_with_brand`: it has this condition, and no text is read. */
const draftUsesBrand = usesBrand(textsOfDraft);

/** Finds the templates and snippets that use variables of a project's brand. */
export async function findBrandUses(manager: EntityManager, projectId: string, brand: Brand): Promise<BrandUses> {
  const templates = await queryRows<TemplateUse>(
    manager,
    `SELECT * FROM (
       SELECT t.template_id AS "templateId", t.name, d.template_id IS NOT NULL AS "isInDraft",
         (SELECT t.current_version WHERE v.brand IS NOT NULL) AS "currentVersion",
         NOT EXISTS (SELECT FROM jsonb_each_text(v.brand) AS used
                     WHERE used.value IS DISTINCT FROM $2::jsonb ->> used.key) AS "isCurrent"
       FROM templates AS t
       LEFT JOIN template_drafts AS d ON d.template_id = t.template_id AND d.project_id = $1 AND ${draftUsesBrand}
       LEFT JOIN template_versions AS v ON v.template_id = t.template_id AND v.version = t.current_version
       WHERE t.project_id = $1) AS used
     WHERE "isInDraft" OR "currentVersion" IS NOT NULL ORDER BY name, "templateId" LIMIT ${maxUses}`,
    [projectId, JSON.stringify(brandVariables(brand))],
  );
  const snippets = await queryRows<{ name: string }>(
    manager,
    `SELECT s.name FROM snippets AS s WHERE s.project_id = $1 AND ${usesBrand(textsOfSnippet)}
     ORDER BY s.name LIMIT ${maxUses}`,
    [projectId],
  );
  return { templates, snippets: snippets.map(({ name }) => name) };
}

/** Refuses a change of a brand that takes a variable from drafts or snippets that need it: they name no other value. */
export async function refuseRemovedVariables(
  manager: EntityManager,
  projectId: string,
  { before, after }: { before: Brand; after: Brand },
): Promise<void> {
  const kept = brandVariables(after);
  const removed = Object.keys(brandVariables(before)).filter((name) => !Object.hasOwn(kept, name));
  if (removed.length === 0) return;
  const pattern = String.raw`var\(\s*--brand-(${removed.join("|")})\s*\)`;
  const users = await queryRows<{ kind: "draft" | "snippet"; name: string; variable: string }>(
    manager,
    `SELECT used.kind, used.name, (regexp_match(used.text, $2, 'i'))[1] AS variable FROM (
       SELECT 'draft' AS kind, t.name COLLATE "C" AS name, ${textsOfDraft} AS text
       FROM template_drafts AS d JOIN templates AS t ON t.template_id = d.template_id
       WHERE d.project_id = $1 AND ${draftUsesBrand}
       UNION ALL
       SELECT 'snippet', s.name, ${textsOfSnippet} FROM snippets AS s
       WHERE s.project_id = $1 AND ${usesBrand(textsOfSnippet)}) AS used
     WHERE used.text ~* $2 ORDER BY 1, 2 LIMIT ${maxShown + 1}`,
    [projectId, pattern],
  );
  const [first] = users;
  if (!first) return;
  const details = users.slice(0, maxShown).map(({ kind, name, variable }): ProblemDetail => {
    const user = kind === "draft" ? `The draft of ${name}` : `The snippet ${name}`;
    return { path: "", message: `${user} uses \`--brand-${variable}\`.` };
  });
  const names = users.slice(0, 3).map(({ name }) => `"${name}"`);
  const more = users.length > names.length ? " and others" : "";
  throw new Problem("brand.in_use", {
    message: `\`--brand-${first.variable}\` cannot be removed while ${names.join(", ")}${more} use it. Change its value, or remove it there first.`,
    details,
  });
}
