import { Button } from "@mantine/core";
import { ApiProblem } from "@platen/client";
import { operations, type ResponseOutput } from "@platen/contracts";
import { useMutation } from "@tanstack/react-query";
import { FileDown } from "lucide-react";
import { problemMessage } from "../api/problem-message.ts";
import { transport } from "../api/transport.ts";
import { useMay } from "../components/project-context.ts";
import type { BatchKey } from "../paths.ts";
import { downloadFile } from "../ui/download-file.ts";
import { formatCount } from "../ui/format.ts";
import { toast, toastProblem } from "../ui/toast.ts";
import { batchName, type Batch } from "./batch.ts";
import { failedRowsCsv, type FailedRow } from "./failed-rows-csv.ts";
import { columnFields, templateFields } from "./new/template-fields.ts";
import { useSheetHeads } from "./use-sheet-heads.ts";

type Answer = ResponseOutput<typeof operations.getFailedRows>;

/** What a browser holds at once. */
const most = { rows: 20_000, characters: 50_000_000 };

/** Reads the failed rows of a batch, as many as the browser can hold. */
async function readAll(params: BatchKey): Promise<{ rows: FailedRow[]; isPartial: boolean }> {
  const rows: FailedRow[] = [];
  let characters = 0;
  let fromRow: number | null = 1;
  while (fromRow !== null) {
    const found: Answer = await transport.call(operations.getFailedRows, { params, query: { fromRow } });
    rows.push(...found.rows);
    characters += found.rows.reduce((sum, { data }) => sum + data.length, 0);
    fromRow = found.nextRow;
    if (fromRow !== null && (rows.length >= most.rows || characters >= most.characters))
      return { rows, isPartial: true };
  }
  return { rows, isPartial: false };
}

/** The fields of the batch's template that a column can fill; none of a template that was deleted meanwhile. */
async function readFields({ projectId }: BatchKey, { templateId, version }: Batch): Promise<string[]> {
  const params = { projectId, templateId, version: String(version) };
  try {
    const { dataSets } = await transport.call(operations.getVersion.member, { params });
    return [...columnFields(templateFields(dataSets), true).keys()];
  } catch (error) {
    if (error instanceof ApiProblem && error.status === 404) return [];
    throw error;
  }
}

/** Saves the rows that have failed as a CSV file, with the reason of each. */
export function DownloadFailedRows({ params, batch }: { params: BatchKey; batch: Batch }) {
  const may = useMay();
  const heads = useSheetHeads();
  const saving = useMutation({
    mutationFn: async () => ({ ...(await readAll(params)), fields: await readFields(params, batch) }),
    onSuccess: ({ rows, isPartial, fields }) => {
      const csv = failedRowsCsv(rows, fields, heads.ofBatch(params.batchId));
      downloadFile(`${batchName(batch)} failed.csv`, csv, "text/csv");
      if (isPartial) toast(`The file has the first ${formatCount(rows.length, "row")} that failed.`);
    },
    onError: (error) => toastProblem(`The rows were not downloaded. ${problemMessage(error)}`),
  });
  const { failed } = batch.counts;
  if (failed === 0 || !may(operations.getFailedRows)) return null;
  return (
    <Button
      variant="default"
      leftSection={<FileDown size={15} aria-hidden />}
      loading={saving.isPending}
      title="A CSV file with the rows and why they failed. Mend it, and send it as a new batch."
      onClick={() => saving.mutate()}
    >
      Download {formatCount(failed, "row")} that failed
    </Button>
  );
}
