import { createHash } from "node:crypto";
import { crc32 } from "node:zlib";
import { createId, Problem, type Output } from "@platen/contracts";
import type { VerifiedGrant } from "@platen/service-tokens";
import type { DataSource } from "typeorm";
import { background, laneOf } from "../database/lane.ts";
import { prepare } from "../database/rows.ts";
import { settledAfter } from "./content-conditions.ts";
import { contentKey } from "./content-key.ts";
import { retryAfterSeconds, type ContentStorage } from "./content-storage.ts";

/** The row of a PDF, before its object. Only a document that is not finished gets one. */
const openContentSql = `
  INSERT INTO document_contents (content_id, document_id, project_id, output, expires_at, sweep_at)
  SELECT $1, d.document_id, d.project_id, $6, now() + make_interval(secs => $4), now() + interval '${settledAfter}'
  FROM documents AS d
  WHERE d.document_id = $2 AND d.project_id = $3 AND d.lane = $5 AND d.status IN ('queued', 'rendering')
  RETURNING content_id`;

const closeContentSql = `
  UPDATE document_contents SET sha256 = $3, size_bytes = $4, crc32 = $5
  WHERE content_id = $1 AND project_id = $2 AND deleted_at IS NULL RETURNING content_id`;

type KeepContentDependencies = {
  dataSource: DataSource;
  contentStorage: ContentStorage;
};

/**
 * Creates the function that keeps the PDF of a document that is not finished. It resolves when the PDF is kept. A PDF that
 * the worker names is recorded with its outcome.
 */
export function createKeepContent({ dataSource, contentStorage }: KeepContentDependencies) {
  const openContent = prepare<object>(dataSource, "open_content", openContentSql);
  const closeContent = prepare<object>(dataSource, "close_content", closeContentSql);

  return async function keepContent(
    grant: VerifiedGrant,
    documentId: string,
    content: AsyncIterable<Uint8Array>,
    named: { contentId?: string | undefined; sha256?: string | undefined; output?: Output | undefined } = {},
  ): Promise<void> {
    const { projectId, keepSeconds } = grant;
    if (grant.documentId !== documentId || grant.preview || keepSeconds === undefined)
      throw new Problem("auth.token_invalid", { message: "The grant does not allow to keep this document." });
    // Before the row: an installation without a storage writes nothing.
    contentStorage.refuseWithout("storage.unavailable");
    const kept = { projectId, contentId: named.contentId ?? createId("content"), output: named.output ?? "pdf" };
    const opened = await openContent([kept.contentId, documentId, projectId, keepSeconds, laneOf(grant), kept.output]);
    if (opened.length === 0) throw new Problem("document.not_found");
    const hash = createHash("sha256");
    let sizeBytes = 0;
    // For ZIPs, which have it of each file.
    let checksum = 0;
    const measured = async function* () {
      for await (const piece of content) {
        hash.update(piece);
        checksum = crc32(piece, checksum);
        sizeBytes += piece.byteLength;
        yield piece;
      }
    };
    await contentStorage.run((storage) => storage.put(contentKey(kept), measured()), "storage.unavailable");
    const sha256 = hash.digest("hex");
    if (named.sha256 !== undefined && named.sha256 !== sha256) {
      const cause = new Error("the bytes of a PDF have changed on their way");
      throw new Problem("storage.unavailable", { retryAfterSeconds, cause });
    }
    if (named.contentId !== undefined && laneOf(grant) === background) return;
    const closed = await closeContent([kept.contentId, projectId, sha256, sizeBytes, checksum]);
    if (closed.length > 0) return;
    // It was deleted meanwhile.
    await contentStorage.run((storage) => storage.delete(contentKey(kept)));
    throw new Problem("document.not_found");
  };
}
