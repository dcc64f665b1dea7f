import { createHash, randomBytes } from "node:crypto";
import { createApiKeyValue, createId } from "@platen/contracts";
import { withConnection } from "@platen/provisioning";
import type { BenchDocument } from "./documents/bench-document.ts";

type Template = Pick<BenchDocument, "name" | "html" | "css" | "settings">;

/** Inserts a project with an API key and a published template for each document into the catalog's database. */
export function createProject<T extends Template>(
  databaseUrl: string,
  documents: readonly T[],
): Promise<{ projectId: string; key: string; templateIds: ReadonlyMap<T, string> }> {
  return withConnection(databaseUrl, async (database) => {
    const projectId = createId("project");
    const key = createApiKeyValue(randomBytes);
    await database.query("INSERT INTO projects (project_id, name) VALUES ($1, 'Bench')", [projectId]);
    await database.query(
      "INSERT INTO api_keys (key_id, project_id, name, value_hash, last_four) VALUES ($1, $2, 'Bench', $3, $4)",
      [createId("apiKey"), projectId, createHash("sha256").update(key).digest("hex"), key.slice(-4)],
    );
    const templateIds = new Map<T, string>();
    for (const document of documents) {
      const templateId = createId("template");
      await database.query(
        "INSERT INTO templates (template_id, project_id, name, current_version) VALUES ($1, $2, $3, 1)",
        [templateId, projectId, document.name],
      );
      await database.query(
        `INSERT INTO template_versions (version_id, template_id, project_id, version, html, css, settings, note)
         VALUES ($1, $2, $3, 1, $4, $5, $6, '')`,
        [createId("templateVersion"), templateId, projectId, document.html, document.css, document.settings],
      );
      templateIds.set(document, templateId);
    }
    return { projectId, key, templateIds };
  });
}
