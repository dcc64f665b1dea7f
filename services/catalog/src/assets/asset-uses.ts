import { Problem, type ProblemDetail, type TemplateUse } from "@platen/contracts";
import type { DataSource } from "typeorm";
import { queryRows } from "../database/rows.ts";
import type { AssetRow } from "./asset-row.ts";

export type AssetUses = { templates: TemplateUse[]; snippets: string[] };

type UsedAsset = Pick<AssetRow, "assetId" | "name" | "sha256" | "meta">;

const maxUses = 1_000;

/**
 * Whether a text names an asset, or a font's family. A name with a tag in it uses all assets that its fixed beginning
 * matches. The database searches, in one reading of each text: no draft comes here for it.
 */
const namesIn = (text: string) => `(strpos(${text}, 'asset:') > 0 AND EXISTS (
    SELECT FROM regexp_matches(${text}, 'asset:([a-z0-9._/-]*)(\\{\\{)?', 'g') AS found
    WHERE CASE WHEN found[2] IS NULL THEN rtrim(found[1], '.') = $2 ELSE starts_with($2, found[1]) END)
  OR $3::text IS NOT NULL AND ${text} ~* $3)`;

/**
 * Matches a family behind `font` or `font-family`, in CSS or an attribute. A longer name that begins with the family is that
 * of another font, unless the next word begins an attribute.
 */
function familyPattern(family: string): string {
  const before = String.raw`font[a-z-]*\s*[:=]([^;{}<>]*[^\w;{}<>-])?`;
  const after = String.raw`(?![\w-]|\s+[\w-]+(?![\w-]|\s*=))`;
  return before + family.replaceAll(/[^\p{L}\p{N}]/gu, String.raw`\$&`) + after;
}

/** Finds the templates and snippets that use an asset. */
export function createAssetUses(dataSource: DataSource) {
  async function of(projectId: string, { assetId, name, sha256, meta }: UsedAsset): Promise<AssetUses> {
    const family = meta.font ? familyPattern(meta.font.family) : null;
    const templates = await queryRows<TemplateUse>(
      dataSource.manager,
      `SELECT * FROM (
         SELECT t.template_id AS "templateId", t.name,
           ${namesIn("concat_ws(E'\\n', d.html, d.css, d.settings->>'header', d.settings->>'footer')")} AS "isInDraft",
           (SELECT t.current_version WHERE pin.sha256 IS NOT NULL) AS "currentVersion",
           coalesce(pin.sha256 = $5, true) AS "isCurrent"
         FROM templates AS t
         JOIN template_drafts AS d ON d.template_id = t.template_id
         LEFT JOIN template_versions AS v ON v.template_id = t.template_id AND v.version = t.current_version
         LEFT JOIN LATERAL (
           SELECT p.sha256 FROM version_assets AS p
           WHERE p.version_id = v.version_id AND p.project_id = $1 AND p.asset_id = $4 LIMIT 1) AS pin ON true
         WHERE t.project_id = $1) AS used
       WHERE "isInDraft" OR "currentVersion" IS NOT NULL ORDER BY name, "templateId" LIMIT ${maxUses}`,
      [projectId, name, family, assetId, sha256],
    );
    const snippets = await queryRows<{ name: string }>(
      dataSource.manager,
      `SELECT s.name FROM snippets AS s WHERE s.project_id = $1 AND ${namesIn("concat_ws(E'\\n', s.html, s.css)")}
       ORDER BY s.name LIMIT ${maxUses}`,
      [projectId, name, family],
    );
    return { templates, snippets: snippets.map((snippet) => snippet.name) };
  }

  return {
    of,

    /** Refuses the removal of an asset that drafts or snippets use, and names them. */
    async refuseUsed(projectId: string, asset: UsedAsset): Promise<void> {
      const { templates, snippets } = await of(projectId, asset);
      const details: ProblemDetail[] = [
        ...templates
          .filter(({ isInDraft }) => isInDraft)
          .map(({ name }) => ({ path: "", message: `The draft of ${name} uses it.` })),
        ...snippets.map((name) => ({ path: "", message: `The snippet ${name} uses it.` })),
      ].slice(0, 100);
      if (details.length === 0) return;
      throw new Problem("asset.in_use", { message: inUseMessage(asset.name, templates, snippets), details });
    },
  };
}

function inUseMessage(name: string, templates: readonly TemplateUse[], snippets: readonly string[]): string {
  const names = [...templates.filter(({ isInDraft }) => isInDraft).map((one) => one.name), ...snippets];
  const others = names.length - 1;
  const whole =
    others === 0 ? `${names[0]} uses` : `${names[0]} and ${others} ${others === 1 ? "other" : "others"} use`;
  return `${whole} ${name}. Remove it there first.`;
}
