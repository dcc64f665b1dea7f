import { isId, Problem } from "@platen/contracts";
import { localeChain } from "@platen/formats";

/** The version of a template that a statement has chosen for a request. Nulls from the first part that is missing. */
export type ChosenVersion = {
  templateName: string | null;
  currentVersion: number | null;
  sourceId: string | null;
  version: number | null;
  /** The languages of a version that lacks the language of the request. */
  otherLocales: string[] | null;
};

/** Where a statement has the project and what its request names. */
type Asked = { projectId: string; templateId: string; version: string; languages: string };

/**
 * The part of a statement that finds the template in the project and in no other, as `t`, and its version, as `v`. `OFFSET 0`
 * keeps each look-up on the index of its whole condition: without it, the planner may read all templates of a project, or all
 * versions of a template, to find the one.
 */
export const chooseVersion = ({ projectId, templateId, version, languages }: Asked) => ({
  columns: `t.template_id, t.name AS template_name, t.current_version, v.version_id, v.version,
    CASE WHEN NOT string_to_array(${languages}, ' ') && v.locales THEN v.locales END AS other_locales`,
  joins: `LEFT JOIN LATERAL (
      SELECT template_id, project_id, name, current_version FROM templates WHERE template_id = ${templateId} OFFSET 0
    ) AS t ON t.project_id = ${projectId}
    LEFT JOIN LATERAL (
      SELECT version_id, version, locales FROM template_versions
      WHERE template_id = t.template_id AND version = coalesce(${version}, t.current_version) OFFSET 0
    ) AS v ON true`,
});

/** The chosen version of the part named `c`, as {@link ChosenVersion}. */
export const chosenVersionColumns = `c.template_name AS "templateName", c.current_version AS "currentVersion",
  c.version_id AS "sourceId", c.version, c.other_locales AS "otherLocales"`;

/** The condition of a part named `c` in which the template has what the request names. */
export const hasVersion = "c.version_id IS NOT NULL AND c.other_locales IS NULL";

/** A text that cannot be an id is looked up as an empty one: it gets the answer of a template that the project does not have. */
export function lookedUp(templateId: string): string {
  return isId("template", templateId) ? templateId : "";
}

/** The languages of which the version must have one, as a text: de-CH also takes de. Null for a request that takes any. */
export function languagesOf(locale: string | undefined): string | null {
  // Only the pseudo language has no chain.
  return locale === undefined ? null : localeChain(locale, locale).join(" ") || null;
}

type FoundVersion = { templateName: string; sourceId: string; version: number };

/** The version of a request, or the problem that its template, version or language is not there. */
export function versionOf({
  templateName,
  currentVersion,
  sourceId,
  version,
  otherLocales,
}: ChosenVersion): FoundVersion | Problem {
  if (templateName === null) return new Problem("template.not_found");
  if (currentVersion === null) return new Problem("template.not_published");
  if (sourceId === null || version === null)
    return new Problem("template.not_found", { message: "The template has no such version." });
  if (!otherLocales) return { templateName, sourceId, version };
  const message = `must be one of the template's languages: ${otherLocales.join(", ")}`;
  return new Problem("request.invalid", {
    message: `\`locale\` ${message}.`,
    details: [{ path: "locale", message }],
  });
}
