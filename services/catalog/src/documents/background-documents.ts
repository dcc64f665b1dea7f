import { Problem } from "@platen/contracts";
import { countDocuments, countedColumns, type SettleBatches } from "../batches/batch-counts.ts";
import { background } from "../database/lane.ts";
import { prepare, queryRows } from "../database/rows.ts";
import { tellOfDocuments, toldColumns } from "../deliveries/document-event.ts";
import { createBackgroundLeases, type BackgroundLeaseOptions } from "./background-leases.ts";
import { createOpenBackground, type OpenBackgroundOptions } from "./open-background.ts";
import { isOpen } from "./open-condition.ts";

/** A count beyond this tells no more. */
const mostCounted = 100_000;

const usesSql = `
  SELECT 1 FROM document_inputs AS i JOIN documents AS d ON d.document_id = i.document_id AND d.project_id = i.project_id
  WHERE i.document_id = $1 AND i.project_id = $2 AND i.source_id = $3 AND d.status IN ('queued', 'rendering')`;

/** Creates the functions for documents that no caller waits for. */
export function createBackgroundDocuments(
  options: OpenBackgroundOptions & BackgroundLeaseOptions & { settleBatches: SettleBatches },
) {
  const { dataSource, settleBatches } = options;
  const findUse = prepare<object>(dataSource, "uses_source", usesSql);

  return {
    open: createOpenBackground(options),
    ...createBackgroundLeases(options),

    /** Counts the documents of no batch that are due, up to a hundred thousand, and tells how long the oldest has been. */
    async backlog(): Promise<{ documents: number; oldestMs: number }> {
      const [found] = await queryRows<{ documents: number; oldestMs: number | null }>(
        dataSource.manager,
        `SELECT count(*)::integer AS documents, extract(epoch FROM now() - min(due_at))::double precision * 1000 AS "oldestMs"
         FROM (SELECT due_at FROM documents WHERE ${isOpen} AND batch_id IS NULL AND due_at <= now() LIMIT ${mostCounted}) AS due`,
      );
      return { documents: found?.documents ?? 0, oldestMs: found?.oldestMs ?? 0 };
    },

    /** Cancels a document that is not finished, deletes its input and makes its message. A caller who waits for another one cancels that. */
    async cancel(projectId: string, documentId: string): Promise<void> {
      const [found] = await queryRows<{ batchId: string | null; isWaitedFor: boolean }>(
        dataSource.manager,
        `WITH cancelled AS (
           UPDATE documents AS d SET status = 'cancelled', finished_at = now(), lease = NULL
           WHERE document_id = $1 AND project_id = $2 AND ${isOpen}
           RETURNING ${toldColumns}, ${countedColumns}
         ), freed AS (
           DELETE FROM document_inputs AS i USING cancelled AS c
           WHERE i.document_id = c.document_id AND i.project_id = c.project_id
         ), told AS (
           ${tellOfDocuments("cancelled")}
         ), counted AS (${countDocuments("cancelled")})
         SELECT d.batch_id AS "batchId", d.lane <> ${background} AND d.status IN ('queued', 'rendering') AS "isWaitedFor"
         FROM documents AS d WHERE d.document_id = $1 AND d.project_id = $2`,
        [documentId, projectId],
      );
      if (!found) throw new Problem("document.not_found");
      if (found.batchId !== null) await settleBatches([found.batchId]);
      if (!found.isWaitedFor) return;
      const message =
        "The document is made for a request that waits for it. To cancel it, close the connection of that request.";
      throw new Problem("document.not_ready", { message });
    },

    /**
     * Whether a courier's grant opens this source: only that of a document in progress. So a courier cannot read templates
     * by grants of its own making.
     */
    async uses(grant: { documentId: string; projectId: string; sourceId: string }): Promise<boolean> {
      return (await findUse([grant.documentId, grant.projectId, grant.sourceId])).length > 0;
    },
  };
}

export type BackgroundDocuments = ReturnType<typeof createBackgroundDocuments>;
