import { operations } from "@platen/contracts";
import { sendRows } from "@platen/client/rows";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { transport } from "../../api/transport.ts";
import { useSheetHeads } from "../use-sheet-heads.ts";
import type { OptionFields } from "./batch-options.ts";
import { checkFile, rowsOf, type ChosenFile } from "./chosen-file.ts";
import type { Mapping } from "./column-mapping.ts";
import { markOf } from "./file-mark.ts";
import type { SendingMemory } from "./unfinished-sending.ts";
import { useLeaveWarning } from "../../ui/use-leave-warning.ts";

/** What a person sends: a new batch, or the rest of one that has `rows` in all. */
export type Order = {
  projectId: string;
  batch:
    | { body: { templateId: string; version: number; name: string } & OptionFields }
    | { batchId: string; rows: number };
  chosen: ChosenFile;
  mapping: Mapping;
};

export type Progress = { step: "check" | "send"; rows: number; of: number | undefined };

/**
 * Sends a file as a batch: checks the whole file, creates the batch, sends the rows and starts it. After a failure, the same call
 * goes on where the rows end. The memory knows the batch until it is started.
 */
export function useSending(memory: SendingMemory, onStarted: (batchId: string) => void) {
  const queryClient = useQueryClient();
  const heads = useSheetHeads();
  const [progress, setProgress] = useState<Progress>();
  /** The batch that has got rows of the file. */
  const [batchId, setBatchId] = useState<string>();
  const leaving = useRef<AbortController>(undefined);
  // The sending ends when the page is left.
  useEffect(() => {
    const controller = new AbortController();
    leaving.current = controller;
    return () => controller.abort();
  }, []);
  async function changed(): Promise<void> {
    for (const { operationId } of [operations.listBatches.member, operations.getBatch.member])
      await queryClient.invalidateQueries({ queryKey: [operationId] });
  }

  /** Checks the file, creates the batch, and remembers both. */
  async function create({ projectId, batch, chosen, mapping }: Order, signal: AbortSignal) {
    if ("batchId" in batch) {
      setProgress({ step: "send", rows: 0, of: batch.rows });
      return batch;
    }
    setProgress({ step: "check", rows: 0, of: undefined });
    const onRows = (rows: number) => setProgress({ step: "check", rows, of: undefined });
    const rows = await checkFile(chosen, mapping, { signal, onRows });
    const file = await markOf(chosen.file);
    const request = { params: { projectId }, body: batch.body };
    const created = await transport.call(operations.createBatch.member, request, { signal });
    memory.keep({
      batchId: created.batchId,
      file,
      sheet: chosen.sheets?.chosen,
      rows,
      targets: mapping.targets.map(({ path, kind }) => ({ path, kind })),
      fixed: mapping.fixed.map(({ path, value }) => ({ path, json: JSON.stringify(value) })),
      groupBy: mapping.groupBy,
      reference: mapping.reference,
      fileNames: [...mapping.fileNames],
      included: [...mapping.included],
      startedAt: Date.now(),
    });
    heads.keep({
      batchId: created.batchId,
      templateId: batch.body.templateId,
      columns: mapping.targets.filter(({ path, header }) => path !== "" && header !== ""),
    });
    return { batchId: created.batchId, rows };
  }

  async function send(order: Order): Promise<string> {
    const { projectId, chosen, mapping } = order;
    const { signal } = leaving.current ?? new AbortController();
    const call = { signal };
    let total = progress?.of;
    let current = batchId;
    if (current === undefined || total === undefined) {
      ({ batchId: current, rows: total } = await create(order, signal));
      setBatchId(current);
    }
    const params = { projectId, batchId: current };
    const of = total;
    const { rowCount } = await transport.call(operations.getBatch.member, { params }, call);
    setProgress({ step: "send", rows: rowCount, of });
    await sendRows(rowsOf(chosen, mapping), rowCount, async ({ bytes, offset }) => {
      const request = { params, headers: { "Row-Offset": offset }, bytes };
      const sent = await transport.call(operations.addBatchRows.member, request, call);
      setProgress({ step: "send", rows: sent.rowCount, of });
      return sent.rowCount;
    });
    await transport.call(operations.startBatch.member, { params }, call);
    memory.forget(current);
    return current;
  }

  const sending = useMutation({
    mutationFn: send,
    onSuccess: (started) => {
      void changed();
      onStarted(started);
    },
  });
  const discarding = useMutation({
    mutationFn: async (projectId: string) => {
      if (batchId === undefined) return;
      await transport.call(operations.cancelBatch.member, { params: { projectId, batchId } });
      memory.forget(batchId);
    },
    onSuccess: () => {
      setBatchId(undefined);
      setProgress(undefined);
      sending.reset();
      void changed();
    },
  });

  useLeaveWarning(sending.isPending);

  return { sending, discarding, progress, batchId };
}
