import type { DocumentStatus, Failure, Warning } from "@platen/contracts";
import { double, instant, integer, json, nullable, smallint, text, table, type RowOf } from "../database/table.ts";

/**
 * The template's id in the row of a document from HTML of its request. No template has it.
 */
export const noTemplateId = "tpl_00000000000000000000000000";

export const documents = table("documents", {
  documentId: text({ primary: true }),
  projectId: text(),
  /** {@link noTemplateId}, with version 0, for a document from HTML of its request. */
  templateId: text(),
  /** The template's name at the time of the request; null for a document from HTML of its request. */
  templateName: nullable(text()),
  version: integer(),
  /** The API key of the request; null for a row of a member's batch. */
  keyId: nullable(text()),
  status: text<DocumentStatus>(),
  filename: nullable(text()),
  /** Null for a row of a batch. */
  requestId: nullable(text()),
  /** 1 for a document that no caller waits for, otherwise 0. */
  lane: smallint(),
  /** The caller's own name for the document. */
  reference: nullable(text()),
  metadata: nullable(json<Record<string, string>>()),
  notBefore: nullable(instant()),
  batchId: nullable(text()),
  /** The number of the row in its batch, from 0. */
  rowNumber: nullable(integer()),
  /** How often a document that no caller waits for was tried again. */
  attempts: smallint({ default: 0 }),
  pageCount: nullable(integer()),
  sizeBytes: nullable(integer()),
  sha256: nullable(text()),
  queueMs: nullable(double()),
  renderMs: nullable(double()),
  failure: nullable(json<Failure>()),
  /** Null for a document without warnings. */
  warnings: nullable(json<Warning[]>()),
  createdAt: instant({ createDate: true }),
  finishedAt: nullable(instant()),
});

export type DocumentRow = RowOf<typeof documents>;
