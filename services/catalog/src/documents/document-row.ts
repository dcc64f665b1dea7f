import type { DocumentStatus, Failure, Warning } from "@platen/contracts";
import { EntitySchema } from "typeorm";

/**
 * The template's id in the row of a document from HTML of its request. No template has it.
 */
export const noTemplateId = "tpl_00000000000000000000000000";

export type DocumentRow = {
  documentId: string;
  projectId: string;
  /** {@link noTemplateId}, with version 0, for a document from HTML of its request. */
  templateId: string;
  /** The template's name at the time of the request; null for a document from HTML of its request. */
  templateName: string | null;
  version: number;
  /** The API key of the request; null for a row of a member's batch. */
  keyId: string | null;
  status: DocumentStatus;
  filename: string | null;
  /** Null for a row of a batch. */
  requestId: string | null;
  /** 1 for a document that no caller waits for, otherwise 0. */
  lane: number;
  /** The caller's own name for the document. */
  reference: string | null;
  metadata: Record<string, string> | null;
  notBefore: Date | null;
  batchId: string | null;
  /** The number of the row in its batch, from 0. */
  rowNumber: number | null;
  /** How often a document that no caller waits for was tried again. */
  attempts: number;
  pageCount: number | null;
  sizeBytes: number | null;
  sha256: string | null;
  queueMs: number | null;
  renderMs: number | null;
  failure: Failure | null;
  /** Null for a document without warnings. */
  warnings: Warning[] | null;
  createdAt: Date;
  finishedAt: Date | null;
};

export const documents = new EntitySchema<DocumentRow>({
  name: "document",
  tableName: "documents",
  columns: {
    documentId: { name: "document_id", type: "text", primary: true },
    projectId: { name: "project_id", type: "text" },
    templateId: { name: "template_id", type: "text" },
    templateName: { name: "template_name", type: "text", nullable: true },
    version: { name: "version", type: "integer" },
    keyId: { name: "key_id", type: "text", nullable: true },
    status: { name: "status", type: "text" },
    filename: { name: "filename", type: "text", nullable: true },
    requestId: { name: "request_id", type: "text", nullable: true },
    lane: { name: "lane", type: "smallint" },
    reference: { name: "reference", type: "text", nullable: true },
    metadata: { name: "metadata", type: "jsonb", nullable: true },
    notBefore: { name: "not_before", type: "timestamptz", precision: 3, nullable: true },
    batchId: { name: "batch_id", type: "text", nullable: true },
    rowNumber: { name: "row_number", type: "integer", nullable: true },
    attempts: { name: "attempts", type: "smallint", default: 0 },
    pageCount: { name: "page_count", type: "integer", nullable: true },
    sizeBytes: { name: "size_bytes", type: "integer", nullable: true },
    sha256: { name: "sha256", type: "text", nullable: true },
    queueMs: { name: "queue_ms", type: "double precision", nullable: true },
    renderMs: { name: "render_ms", type: "double precision", nullable: true },
    failure: { name: "failure", type: "jsonb", nullable: true },
    warnings: { name: "warnings", type: "jsonb", nullable: true },
    createdAt: { name: "created_at", type: "timestamptz", precision: 3, createDate: true },
    finishedAt: { name: "finished_at", type: "timestamptz", precision: 3, nullable: true },
  },
});
