import type { DocumentStatus, Failure } from "@platen/contracts";
import { EntitySchema } from "typeorm";

export type DocumentRow = {
  documentId: string;
  projectId: string;
  templateId: string;
  version: number;
  status: DocumentStatus;
  filename: string | null;
  pageCount: number | null;
  sizeBytes: number | null;
  sha256: string | null;
  queueMs: number | null;
  renderMs: number | null;
  failure: Failure | null;
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
    version: { name: "version", type: "integer" },
    status: { name: "status", type: "text" },
    filename: { name: "filename", type: "text", nullable: true },
    pageCount: { name: "page_count", type: "integer", nullable: true },
    sizeBytes: { name: "size_bytes", type: "integer", nullable: true },
    sha256: { name: "sha256", type: "text", nullable: true },
    queueMs: { name: "queue_ms", type: "double precision", nullable: true },
    renderMs: { name: "render_ms", type: "double precision", nullable: true },
    failure: { name: "failure", type: "jsonb", nullable: true },
    createdAt: { name: "created_at", type: "timestamptz", precision: 3, createDate: true },
    finishedAt: { name: "finished_at", type: "timestamptz", precision: 3, nullable: true },
  },
});
