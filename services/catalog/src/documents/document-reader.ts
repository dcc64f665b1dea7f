import { Problem, type DocumentStatus } from "@platen/contracts";
import type { DataSource } from "typeorm";
import { queryRows, selectList } from "../database/rows.ts";
import type { PageRequest } from "../pagination/page-plan.ts";
import { readPage, type Page } from "../pagination/read-page.ts";
import { contentColumn } from "./document-contents.ts";
import { documents, type DocumentRow } from "./document-row.ts";

export type DocumentQuery = PageRequest & {
  sort: `createdAt:${"asc" | "desc"}`;
  status?: DocumentStatus | undefined;
  templateId?: string | undefined;
  keyId?: string | undefined;
  /** A code, or `any`. */
  warning?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
};

/** A document with the current name of its template and the name of its key. */
export type ListedDocument = DocumentRow & {
  currentTemplateName: string | null;
  keyName: string | null;
  keyLastFour: string | null;
  /** Null for a document whose PDF was not kept. */
  kept: { isAvailable: boolean; expiresAt: string } | null;
};

// A revoked key keeps its row. The document itself keeps the name of a deleted template.
const from = `documents AS d
  LEFT JOIN templates AS t ON t.template_id = d.template_id AND t.project_id = d.project_id
  LEFT JOIN api_keys AS k ON k.key_id = d.key_id AND k.project_id = d.project_id`;

function listColumns(dataSource: DataSource): string {
  const named = `t.name AS "currentTemplateName", k.name AS "keyName", k.last_four AS "keyLastFour"`;
  return `${selectList(dataSource, documents, "d")}, ${named}, ${contentColumn}`;
}

/** Parses an instant, so that the driver writes it: PostgreSQL does not take every year that ISO 8601 has. */
function instant(text: string | undefined): Date | undefined {
  return text === undefined ? undefined : new Date(text);
}

/** Creates the functions that read the records of documents. */
export function createDocumentReader(dataSource: DataSource) {
  return {
    list(projectId: string, query: DocumentQuery): Promise<Page<ListedDocument>> {
      const where = ["d.project_id = $1"];
      const parameters: unknown[] = [projectId];
      for (const [condition, value] of [
        ["d.status =", query.status],
        ["d.template_id =", query.templateId],
        ["d.key_id =", query.keyId],
        ["d.created_at >=", instant(query.from)],
        ["d.created_at <", instant(query.to)],
      ] as const) {
        if (value === undefined) continue;
        parameters.push(value);
        where.push(`${condition} $${parameters.length}`);
      }
      if (query.warning !== undefined) {
        // For the planner, which takes the index of documents with warnings by this condition alone.
        where.push("d.warning_codes IS NOT NULL");
        if (query.warning !== "any") {
          parameters.push(query.warning);
          where.push(`$${parameters.length} = ANY (d.warning_codes)`);
        }
      }
      return readPage<ListedDocument, "createdAt">(
        dataSource,
        {
          columns: listColumns(dataSource),
          from,
          where,
          parameters,
          id: "d.document_id",
          sorts: { createdAt: "d.created_at" },
        },
        query,
      );
    },

    async get(projectId: string, documentId: string): Promise<ListedDocument> {
      const [row] = await queryRows<ListedDocument>(
        dataSource.manager,
        `SELECT ${listColumns(dataSource)} FROM ${from} WHERE d.document_id = $1 AND d.project_id = $2`,
        [documentId, projectId],
      );
      if (!row) throw new Problem("document.not_found");
      return row;
    },
  };
}
