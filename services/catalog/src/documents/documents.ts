import { Problem, type DocumentStatus } from "@platen/contracts";
import type { DataSource } from "typeorm";
import { selectList } from "../database/rows.ts";
import type { PageRequest } from "../pagination/page-plan.ts";
import { readPage, type Page } from "../pagination/read-page.ts";
import { documents, type DocumentRow } from "./document-row.ts";

export type DocumentQuery = PageRequest & {
  sort: `createdAt:${"asc" | "desc"}`;
  status?: DocumentStatus | undefined;
  templateId?: string | undefined;
};

/** The records of documents. */
export function createDocuments(dataSource: DataSource) {
  return {
    list(projectId: string, query: DocumentQuery): Promise<Page<DocumentRow>> {
      const where = ["d.project_id = $1"];
      const parameters: unknown[] = [projectId];
      for (const [column, value] of [
        ["status", query.status],
        ["template_id", query.templateId],
      ] as const) {
        if (value === undefined) continue;
        parameters.push(value);
        where.push(`d.${column} = $${parameters.length}`);
      }
      return readPage<DocumentRow, "createdAt">(
        dataSource,
        {
          columns: selectList(dataSource, documents, "d"),
          from: "documents AS d",
          where,
          parameters,
          id: "d.document_id",
          sorts: { createdAt: "d.created_at" },
        },
        query,
      );
    },

    async get(projectId: string, documentId: string): Promise<DocumentRow> {
      const row = await dataSource
        .createQueryBuilder(documents, "d")
        .where("d.documentId = :documentId AND d.projectId = :projectId", { documentId, projectId })
        .getOne();
      if (!row) throw new Problem("document.not_found");
      return row;
    },
  };
}
