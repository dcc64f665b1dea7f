import { isId, maxSummarizedDocuments, Problem, type DocumentStatus } from "@platen/contracts";
import type { DataSource } from "typeorm";
import { queryRows, selectList } from "../database/rows.ts";
import { beginningWith } from "../pagination/like-pattern.ts";
import type { PageRequest } from "../pagination/page-plan.ts";
import { readPage, type Page } from "../pagination/read-page.ts";
import { contentColumn } from "./content-conditions.ts";
import { documents, type DocumentRow } from "./document-row.ts";

/** A project may have millions of documents, and to count or skip them all takes seconds. */
const mostListed = 10_000;
/** Of so many documents at an end of the list, those are picked that match a filter which millions match. */
const mostWalked = 100_000;

export type DocumentQuery = PageRequest & DocumentFilters & { sort: `createdAt:${"asc" | "desc"}` };

export type DocumentFilters = {
  search?: string | undefined;
  status?: DocumentStatus | undefined;
  templateId?: string | undefined;
  keyId?: string | undefined;
  /** A code, or `any`. */
  warning?: string | undefined;
  reference?: string | undefined;
  batchId?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
};

export type DocumentSummary = { documents: number; failed: number; withWarnings: number; p95Ms: number | null };

/** A document with the current name of its template and the name of its key. */
export type ListedDocument = DocumentRow & {
  currentTemplateName: string | null;
  keyName: string | null;
  keyLastFour: string | null;
  /** Null for a document whose PDF was not kept. */
  kept: { isAvailable: boolean; isLost: boolean; expiresAt: string } | null;
};

const from = "documents AS d";
// A revoked key keeps its row. The document itself keeps the name of a deleted template.
const joins = `
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

/**
 * No index has this order, so the planner sorts what the index of the filter finds. By an index in the order of the list,
 * it may read all documents of the project to find a few.
 */
const sortedLater = "(d.created_at + interval '0')";

type Conditions = { where: string[]; parameters: unknown[]; createdAt: string };

/** The documents at one end of a project's list, which are read in this order until enough of them match. */
const walk = (direction: "asc" | "desc") => `(
  SELECT * FROM documents WHERE project_id = $1
  ORDER BY created_at ${direction}, document_id ${direction} LIMIT ${mostWalked}) AS d`;

/** The conditions of the filters, without the search. */
function filterConditions(projectId: string, filters: DocumentFilters): Conditions {
  const where = ["d.project_id = $1"];
  const parameters: unknown[] = [projectId];
  for (const [condition, value] of [
    ["d.status =", filters.status],
    ["d.template_id =", filters.templateId],
    ["d.key_id =", filters.keyId],
    ['d.reference COLLATE "C" =', filters.reference],
    ["d.batch_id =", filters.batchId],
    ["d.created_at >=", instant(filters.from)],
    ["d.created_at <", instant(filters.to)],
  ] as const) {
    if (value === undefined) continue;
    parameters.push(value);
    where.push(`${condition} $${parameters.length}`);
  }
  if (filters.warning !== undefined) {
    // For the planner, which takes the index of documents with warnings by this condition alone.
    where.push("d.warning_codes IS NOT NULL");
    if (filters.warning !== "any") {
      parameters.push(filters.warning);
      where.push(`$${parameters.length} = ANY (d.warning_codes)`);
    }
  }
  return { where, parameters, createdAt: filters.batchId === undefined ? "d.created_at" : sortedLater };
}

/** Creates the functions that read the records of documents. */
export function createDocumentReader(dataSource: DataSource) {
  async function isRequestId(projectId: string, text: string): Promise<boolean> {
    const found = await queryRows(
      dataSource.manager,
      "SELECT 1 FROM documents WHERE project_id = $1 AND request_id = $2 LIMIT 1",
      [projectId, text],
    );
    return found.length > 0;
  }

  /** One condition, chosen before the search: with several joined by OR, the planner may read the whole project. */
  async function searchCondition(projectId: string, search: string): Promise<[condition: string, value: string]> {
    if (isId("document", search)) return ["d.document_id =", search];
    if (await isRequestId(projectId, search)) return ["d.request_id =", search];
    return ['d.filename COLLATE "C" LIKE', beginningWith(search)];
  }

  async function conditionsOf(projectId: string, filters: DocumentFilters): Promise<Conditions> {
    const conditions = filterConditions(projectId, filters);
    const { search } = filters;
    if (search === undefined) return conditions;
    const [condition, value] = await searchCondition(projectId, search);
    conditions.parameters.push(value);
    conditions.where.push(`${condition} $${conditions.parameters.length}`);
    return { ...conditions, createdAt: sortedLater };
  }

  /** Whether so many documents match, of those that are read. */
  async function hasMatches({ where, parameters }: Conditions, of: string, count: number): Promise<boolean> {
    const sql = `SELECT 1 FROM ${of} WHERE ${where.join(" AND ")} OFFSET ${count - 1} LIMIT 1`;
    return (await queryRows(dataSource.manager, sql, parameters)).length > 0;
  }

  /**
   * Where the first documents are found, in the order of the list, by a filter whose index does not have that order. To sort
   * what the index finds takes long where very many match. Then enough of them are near the end of the list, as a rule.
   */
  async function orderedFor(conditions: Conditions, direction: "asc" | "desc", count: number) {
    if (conditions.createdAt !== sortedLater || !(await hasMatches(conditions, from, mostListed + 1))) return undefined;
    return (await hasMatches(conditions, walk(direction), count)) ? walk : undefined;
  }

  return {
    async list(projectId: string, query: DocumentQuery): Promise<Page<ListedDocument>> {
      const conditions = await conditionsOf(projectId, query);
      const { where, parameters } = conditions;
      const columns = listColumns(dataSource);
      const last = Math.min(query.page * query.pageSize, mostListed);
      const ordered = await orderedFor(conditions, query.sort === "createdAt:asc" ? "asc" : "desc", last);
      const createdAt = ordered ? "d.created_at" : conditions.createdAt;
      const list = { columns, from, ordered, joins, where, parameters, id: "d.document_id", sorts: { createdAt } };
      return readPage<ListedDocument, "createdAt">(dataSource, { ...list, most: mostListed }, query);
    },

    /** Counts the newest documents that match, at most {@link maxSummarizedDocuments}. */
    async summarize(projectId: string, filters: DocumentFilters): Promise<DocumentSummary> {
      const conditions = await conditionsOf(projectId, filters);
      const { where, parameters } = conditions;
      const ordered = await orderedFor(conditions, "desc", maxSummarizedDocuments + 1);
      const createdAt = ordered ? "d.created_at" : conditions.createdAt;
      const [summary] = await queryRows<DocumentSummary>(
        dataSource.manager,
        `SELECT count(*)::integer AS documents,
                count(*) FILTER (WHERE status = 'failed')::integer AS failed,
                count(*) FILTER (WHERE status = 'completed' AND warning_codes IS NOT NULL)::integer AS "withWarnings",
                percentile_disc(0.95) WITHIN GROUP (ORDER BY queue_ms + render_ms)
                  FILTER (WHERE status = 'completed') AS "p95Ms"
         FROM (
           SELECT d.status, d.warning_codes, d.queue_ms, d.render_ms FROM ${ordered?.("desc") ?? from} WHERE ${where.join(" AND ")}
           ORDER BY ${createdAt} DESC LIMIT ${maxSummarizedDocuments + 1}
         ) AS newest`,
        parameters,
      );
      return summary ?? { documents: 0, failed: 0, withWarnings: 0, p95Ms: null };
    },

    async get(projectId: string, documentId: string): Promise<ListedDocument> {
      const [row] = await queryRows<ListedDocument>(
        dataSource.manager,
        `SELECT ${listColumns(dataSource)} FROM ${from} ${joins} WHERE d.document_id = $1 AND d.project_id = $2`,
        [documentId, projectId],
      );
      if (!row) throw new Problem("document.not_found");
      return row;
    },
  };
}

export type DocumentReader = ReturnType<typeof createDocumentReader>;
