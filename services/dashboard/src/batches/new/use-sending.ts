import { sendRows } from "@platen/client/rows";
import {
  addProjectBatchRows,
  cancelProjectBatch,
  createProjectBatch,
  getProjectBatch,
  listProjectBatches,
  startProjectBatch,
} from "@platen/contracts/project-batches";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { transport } from "../../api/transport.ts";
import { checkFile, rowsOf, type ChosenFile } from "./chosen-file.ts";
import type { Mapping } from "./column-mapping.ts";

/** What a person sends. */
export type Order = {
  projectId: string;
  body: { templateId: string; version: number; name: string };
  chosen: ChosenFile;
  mapping: Mapping;
};

export type Progress = { step: "check" | "send"; rows: number; of: number | undefined };

/**
 * Sends a file as a batch: checks the whole file, creates the batch, sends the rows and starts it. After a failure, the same call
 * goes on where the rows end.
 */
export function useSending(onStarted: (batchId: string) => void) {
  const queryClient = useQueryClient();
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
  const changed = () => queryClient.invalidateQueries({ queryKey: [listProjectBatches.operationId] });

  async function send({ projectId, body, chosen, mapping }: Order): Promise<string> {
    const { signal } = leaving.current ?? new AbortController();
    const call = { signal };
    let total = progress?.of;
    let current = batchId;
    if (current === undefined || total === undefined) {
      setProgress({ step: "check", rows: 0, of: undefined });
      const onRows = (rows: number) => setProgress({ step: "check", rows, of: undefined });
      total = await checkFile(chosen, mapping, { signal, onRows });
      current = (await transport.call(createProjectBatch, { params: { projectId }, body }, call)).batchId;
      setBatchId(current);
    }
    const params = { projectId, batchId: current };
    const of = total;
    const { rowCount } = await transport.call(getProjectBatch, { params }, call);
    setProgress({ step: "send", rows: rowCount, of });
    await sendRows(rowsOf(chosen, mapping), rowCount, async ({ bytes, offset }) => {
      const request = { params, headers: { "Row-Offset": offset }, bytes };
      const sent = await transport.call(addProjectBatchRows, request, call);
      setProgress({ step: "send", rows: sent.rowCount, of });
      return sent.rowCount;
    });
    await transport.call(startProjectBatch, { params }, call);
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
      if (batchId !== undefined) await transport.call(cancelProjectBatch, { params: { projectId, batchId } });
    },
    onSuccess: () => {
      setBatchId(undefined);
      setProgress(undefined);
      sending.reset();
      void changed();
    },
  });

  const { isPending } = sending;
  useEffect(() => {
    if (!isPending) return undefined;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", warn);
    return () => window.removeEventListener("beforeunload", warn);
  }, [isPending]);

  return { sending, discarding, progress, batchId };
}
