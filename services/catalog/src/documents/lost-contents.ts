import type { Logger } from "@platen/telemetry";
import type { DataSource } from "typeorm";
import { queryRows } from "../database/rows.ts";

type Content = { projectId: string; documentId: string; contentId: string };

/** The list of files in the ZIP of its batch is written again, with or without it. */
const noteSql = `
  WITH noted AS (
    UPDATE document_contents SET lost_at = CASE WHEN $4 THEN now() END
    WHERE content_id = $1 AND document_id = $2 AND project_id = $3 AND (lost_at IS NULL) = $4
    RETURNING document_id, project_id
  ), listed AS (
    DELETE FROM batch_archives AS a USING documents AS d, noted AS n
    WHERE d.document_id = n.document_id AND d.project_id = n.project_id
      AND a.batch_id = d.batch_id AND a.project_id = d.project_id
  )
  SELECT 1 FROM noted`;

/** Creates the function that notes that the storage has lost a kept PDF, or has it again. Each change is noted once. */
export function createNoteLoss(options: {
  dataSource: DataSource;
  countLost: () => void;
  logger: Pick<Logger, "info" | "error">;
}) {
  const { dataSource, countLost, logger } = options;

  return async function noteLoss({ projectId, documentId, contentId }: Content, isLost: boolean): Promise<void> {
    const noted = await queryRows(dataSource.manager, noteSql, [contentId, documentId, projectId, isLost]);
    if (noted.length === 0) return;
    const which = { projectId, documentId, contentId };
    if (!isLost) return logger.info("the storage has a kept PDF again", which);
    countLost();
    logger.error("the storage has lost a kept PDF: restore its file from a backup", which);
  };
}

export type NoteLoss = ReturnType<typeof createNoteLoss>;
