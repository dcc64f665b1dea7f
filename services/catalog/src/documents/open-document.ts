import { createId, isId, Problem, type PageSettings } from "@platen/contracts";
import type { OpenedDocument } from "@platen/contracts/internal";
import type { DataSource } from "typeorm";
import type { KeyUsage } from "../api-keys/key-usage.ts";
import { prepare } from "../database/rows.ts";

export type DocumentRequest = {
  templateId: string;
  version?: number | undefined;
  filename?: string | undefined;
};

type Chosen = {
  keyId: string;
  projectId: string;
  templateName: string | null;
  currentVersion: number | null;
  sourceId: string | null;
  version: number | null;
  settings: PageSettings | null;
};

/**
 * One statement does it all: the key's project, the template in that project and no other, its version, and the
 * document's row. It gives no row when the key is unknown or revoked, and nulls from the first thing that is missing.
 */
const openDocumentSql = `
  WITH chosen AS (
    SELECT k.key_id, k.project_id, t.template_id, t.name, t.current_version, v.version_id, v.version, v.settings
    FROM api_keys AS k
    LEFT JOIN templates AS t ON t.template_id = $2 AND t.project_id = k.project_id
    LEFT JOIN template_versions AS v
      ON v.template_id = t.template_id AND v.version = coalesce($3::integer, t.current_version)
    WHERE k.value_hash = $1 AND k.revoked_at IS NULL
  ), opened AS (
    INSERT INTO documents (document_id, project_id, template_id, version, status, filename)
    SELECT $4, c.project_id, c.template_id, c.version, 'queued', $5 FROM chosen AS c WHERE c.version_id IS NOT NULL
  )
  SELECT c.key_id AS "keyId", c.project_id AS "projectId", c.name AS "templateName",
         c.current_version AS "currentVersion", c.version_id AS "sourceId", c.version, c.settings
  FROM chosen AS c`;

/** Makes the function that opens documents: the one call to the database on the way of each of them. */
export function createOpenDocument({ dataSource, keyUsage }: { dataSource: DataSource; keyUsage: KeyUsage }) {
  const choose = prepare<Chosen>(dataSource, "open_document", openDocumentSql);

  return async function openDocument(keyHash: string, request: DocumentRequest): Promise<OpenedDocument> {
    const documentId = createId("document");
    // What cannot be an id is looked up all the same: the key is checked first, and the answer is that of any template
    // the project does not have.
    const templateId = isId("template", request.templateId) ? request.templateId : "";
    const [chosen] = await choose([keyHash, templateId, request.version ?? null, documentId, request.filename ?? null]);
    if (!chosen) throw new Problem("auth.key_invalid");
    keyUsage.note(chosen.keyId);
    const { projectId, templateName, currentVersion, sourceId, version, settings } = chosen;
    if (templateName === null) throw new Problem("template.not_found");
    if (currentVersion === null) throw new Problem("template.not_published");
    if (sourceId === null || version === null || settings === null) {
      throw new Problem("template.not_found", { message: "The template has no such version." });
    }
    return { documentId, projectId, templateId, templateName, version, sourceId, settings };
  };
}
