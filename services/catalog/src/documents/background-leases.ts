import type { LeasedDocument } from "@platen/contracts/internal";
import type { DataSource } from "typeorm";
import type { OpenRows } from "../batches/row-opener.ts";
import type { FindRowsWithoutKey } from "../batches/rows-without-key.ts";
import { createPreparedTransactions } from "../database/prepared-transactions.ts";
import { queryRows } from "../database/rows.ts";
import type { CountUnopened } from "../secrets/unopened.ts";
import { aboutDocument, type WaitingSeal } from "../secrets/waiting-seal.ts";
import { leaseDocuments, type LeasedRow, type LeaseLimits } from "./lease-documents.ts";
import type { ServedLately } from "./lease-turns.ts";
import { isOpen } from "./open-condition.ts";
import type { StorageWatch } from "./storage-watch.ts";

/** A document whose data another catalog may open is due again after this. */
const unopenedSeconds = 5;

type LeaseRequest = LeaseLimits & ServedLately;

export type BackgroundLeaseOptions = {
  dataSource: DataSource;
  /** Whether documents are made. */
  isOn: boolean;
  openRows: OpenRows;
  storageWatch: Pick<StorageWatch, "isAway">;
  seal: WaitingSeal;
  findRowsWithoutKey: FindRowsWithoutKey;
  countUnopened: CountUnopened;
};

/** Creates the functions by which couriers get documents that are due, and give them back. */
export function createBackgroundLeases(options: BackgroundLeaseOptions) {
  const { dataSource, isOn, openRows, storageWatch, seal, findRowsWithoutKey, countUnopened } = options;
  const transact = createPreparedTransactions(dataSource);

  function toLeased(leased: LeasedRow): LeasedDocument | undefined {
    const { createdAt, leasedUntil, input, sealed, batchId, rowNumber, trace, flow: _flow, ...document } = leased;
    const data = seal.read({ open: input, sealed }, aboutDocument(document.documentId));
    if (data === undefined) return undefined;
    const row = batchId !== null && rowNumber !== null && { row: { batchId, row: rowNumber } };
    const times = { createdAt: createdAt.getTime(), leasedUntil: leasedUntil.getTime() };
    return { ...document, ...times, input: data.toString("base64"), ...row, ...(trace !== null && { trace }) };
  }

  /** Ends leases, so that the documents are due again after so many seconds. */
  async function putBack(courier: string, documentIds: readonly string[], seconds: number): Promise<void> {
    await queryRows(
      dataSource.manager,
      `UPDATE documents SET lease = NULL, due_at = now() + make_interval(secs => $3)
       WHERE document_id = ANY ($1) AND lease = $2 AND ${isOpen}`,
      [documentIds, courier, seconds],
    );
  }

  /** Returns the documents whose data open. The others wait for a catalog with their key, as if they had not been leased. */
  async function openLeased(courier: string, rows: readonly LeasedRow[]): Promise<LeasedDocument[]> {
    const withoutKey = await findRowsWithoutKey(rows);
    const opened = rows.filter(({ documentId }) => !withoutKey.has(documentId)).flatMap((row) => toLeased(row) ?? []);
    if (opened.length === rows.length) return opened;
    const isOpened = new Set(opened.map(({ documentId }) => documentId));
    const unopened = rows.map(({ documentId }) => documentId).filter((documentId) => !isOpened.has(documentId));
    countUnopened("waiting_data", unopened.length);
    await putBack(courier, unopened, unopenedSeconds);
    return opened;
  }

  return {
    /**
     * Leases documents that are due. Whatever became of them, each is due again when its lease ends. None while the storage
     * is away: their PDFs could not be kept.
     */
    async lease({ courier, documents, inputBytes, served, servedFlows }: LeaseRequest): Promise<LeasedDocument[]> {
      if (!isOn || storageWatch.isAway()) return [];
      const batches = await openRows(documents);
      const limits = { courier, documents, inputBytes };
      const rows = await leaseDocuments(transact, limits, batches, { served, servedFlows });
      return openLeased(courier, rows);
    },

    /** Ends leases of this courier at once. */
    release: (courier: string, documentIds: readonly string[]): Promise<void> => putBack(courier, documentIds, 0),
  };
}
