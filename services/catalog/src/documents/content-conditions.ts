/** Longer than a worker takes to send a PDF and to report its outcome. */
export const settledAfter = "10 minutes";

/**
 * The content of a document, of the rows that its attempts have left: the one with the bytes that the document was
 * answered with. The report of the outcome comes after the answer, so a document may have its content before its hash. A
 * document that no caller waits for has no answer before its outcome.
 */
export const isContentOf = `c.document_id = d.document_id AND c.project_id = d.project_id AND c.sha256 IS NOT NULL
  AND (c.sha256 = d.sha256 OR (d.lane = 0 AND d.status IN ('queued', 'rendering')))`;

/** The condition of a document's content that callers get. The PDFs of a deleted batch are marked by portions, later. */
export const isAvailable = `c.deleted_at IS NULL AND c.expires_at > now() AND NOT EXISTS (
  SELECT 1 FROM batches AS b WHERE b.batch_id = d.batch_id AND b.project_id = d.project_id AND b.deleted_at IS NOT NULL)`;

/** What a document's record tells about its content, as a column. */
export const contentColumn = `(
  SELECT jsonb_build_object('isAvailable', ${isAvailable}, 'isLost', c.lost_at IS NOT NULL, 'expiresAt', c.expires_at)
  FROM document_contents AS c WHERE ${isContentOf} ORDER BY c.content_id DESC LIMIT 1) AS "kept"`;
