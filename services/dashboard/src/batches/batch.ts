import type { ResponseOutput, operations } from "@platen/contracts";

export type Batch = ResponseOutput<typeof operations.getBatch.member>;

/** Whether documents of the batch are being made. */
export function isUnderWay({ status }: Pick<Batch, "status">): boolean {
  return status === "queued" || status === "running";
}

/** The name of a batch: its own, or that of its template. */
export function batchName({ name, templateName }: Pick<Batch, "name" | "templateName">): string {
  return name ?? templateName;
}

/** How many rows are done, whatever became of them. */
export function doneRows({ counts: { completed, failed, cancelled } }: Pick<Batch, "counts">): number {
  return completed + failed + cancelled;
}
