import { createId } from "@platen/contracts";
import type { EntityManager } from "typeorm";
import { queryRows } from "../database/rows.ts";
import { tellOfBatches, toldBatchColumns } from "../deliveries/batch-event.ts";
import { batchFrom, type BatchRef } from "./batch-row.ts";

/** Makes the message about a batch as the transaction has changed it, if Platen tells of that. */
export async function tellOfBatch(manager: EntityManager, { projectId, batchId }: BatchRef): Promise<void> {
  await queryRows(
    manager,
    `WITH changed AS (
       SELECT ${toldBatchColumns}, $3::text AS delivery_id, c.completed, c.failed, c.cancelled, c.warned, c.pages, c.bytes
       FROM ${batchFrom} WHERE b.batch_id = $1 AND b.project_id = $2
     )
     ${tellOfBatches("changed")}`,
    [batchId, projectId, createId("delivery")],
  );
}
