import { operations, Problem } from "@platen/contracts";
import { accountHolder } from "@platen/contracts/holder";
import { appendBatchRows, countBatchRows } from "@platen/contracts/internal";
import { Reply } from "@platen/http";
import { receiveRows, type RowSink } from "../batches/receive-rows.ts";
import type { RowTurns } from "../batches/row-turns.ts";
import type { UploadTurns } from "../batches/upload-turns.ts";
import type { BodyWork } from "../bodies/body-work.ts";
import type { Routes } from "./routes.ts";

const appendTimeoutMs = 15_000;

/** Refuses bodies that cannot be rows, before they are read. */
function refuseOtherBodies(header: (name: string) => string | undefined): void {
  if ((header("content-type") ?? "").toLowerCase().startsWith("multipart/")) {
    const message = "The body must be the rows themselves, not a form. With curl, use `--data-binary @rows.ndjson`.";
    throw new Problem("request.media_unsupported", { message });
  }
}

type Parts = {
  config: { BODY_LIMIT_BYTES: number };
  uploadTurns: UploadTurns;
  rowTurns: RowTurns;
  bodyWork: BodyWork;
};

/** Mounts the upload of a batch's rows. */
export function mountBatchRows(routes: Routes, { config, uploadTurns, rowTurns, bodyWork }: Parts): void {
  routes.mount(operations.addBatchRows, async (request, context) => {
    const { call, tenant } = context;
    refuseOtherBodies((name) => context.header(name));
    const { params, headers, bytes } = request;
    const { accountId } = await tenant();
    const leave = await uploadTurns.take(accountHolder(accountId), 1, context.signal);
    try {
      const sink: RowSink = {
        count: async () => (await call(countBatchRows, { params })).rowCount,
        append: async (body) => {
          // The rows of a caller who hangs up are kept all the same, and rows that are there are not kept again.
          const settings = { isRepeatable: true, timeoutMs: appendTimeoutMs };
          return (await call(appendBatchRows, { params, body }, settings)).rowCount;
        },
      };
      const offset = headers["Row-Offset"];
      const { signal, holder } = context;
      const reading = {
        rowLimitBytes: config.BODY_LIMIT_BYTES,
        turns: rowTurns,
        parseLongRow: (line: Uint8Array, row: number) =>
          bodyWork.run("row", { line, row }, { bytes: line.byteLength, holder, signal }),
      };
      const rowCount = await receiveRows(bytes, { offset, sink, signal, reading });
      const data = { batchId: params.batchId, rowCount };
      return new Reply({ data, headers: { "Row-Offset": String(rowCount) } });
    } finally {
      leave();
    }
  });
}
