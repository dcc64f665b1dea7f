import { randomUUID } from "node:crypto";
import { WrongStorageError, type Storage } from "@platen/storage";
import type { DataSource } from "typeorm";
import { queryRows } from "../database/rows.ts";
import { contentKey, type ContentName } from "../documents/content-key.ts";

/** A few may be lost in another way. */
const lookedFor = 5;

type Owner = { storageId: string; isMarked: boolean };

/**
 * Creates the function that tells the id of this installation's storage. The first time, it marks the storage: in the
 * database before the storage, so that a mark that the database does not know is another installation's. Any number of
 * catalogs may begin at once: all mark it with the id that came first.
 */
export function createOwnStorageId(dataSource: DataSource) {
  async function find(): Promise<Owner | undefined> {
    const [owner] = await queryRows<Owner>(
      dataSource.manager,
      `SELECT storage_id AS "storageId", marked_at IS NOT NULL AS "isMarked" FROM storage_owner`,
    );
    return owner;
  }

  /** Refuses an empty folder where the installation has kept PDFs before there were marks. */
  async function refuseWithoutContents(storage: Storage): Promise<void> {
    const kept = await queryRows<ContentName>(
      dataSource.manager,
      `SELECT project_id AS "projectId", content_id AS "contentId", output FROM document_contents
       WHERE sha256 IS NOT NULL AND deleted_at IS NULL AND sweep_at > now() AND expires_at > now()
       ORDER BY sweep_at DESC LIMIT ${lookedFor}`,
    );
    for (const content of kept) if (await storage.read(contentKey(content), { from: 0, to: 0 })) return;
    if (kept.length > 0) throw WrongStorageError.withoutContents();
  }

  async function own(storage: Storage): Promise<Owner> {
    const found = await storage.readMark();
    const other = await find();
    if (other) return other;
    if (found !== undefined) throw WrongStorageError.ofMark(found);
    await refuseWithoutContents(storage);
    await queryRows(dataSource.manager, "INSERT INTO storage_owner (storage_id) VALUES ($1) ON CONFLICT DO NOTHING", [
      randomUUID(),
    ]);
    return own(storage);
  }

  return async function ownStorageId(storage: Storage): Promise<string> {
    const { storageId, isMarked } = (await find()) ?? (await own(storage));
    if (isMarked) return storageId;
    if ((await storage.readMark()) === undefined) await storage.writeMark(storageId);
    await queryRows(dataSource.manager, "UPDATE storage_owner SET marked_at = now() WHERE storage_id = $1", [
      storageId,
    ]);
    return storageId;
  };
}

/**
 * Makes a storage that of this installation, which an operator asks for: one without a mark, or the one whose mark has the
 * id that they name. Returns the id.
 */
export async function adoptStorage(
  dataSource: DataSource,
  storage: Storage,
  namedId: string | undefined,
): Promise<string> {
  const found = await storage.readMark();
  if (found !== namedId) throw found === undefined ? noSuchMark(namedId) : WrongStorageError.ofMark(found);
  const storageId = found ?? randomUUID();
  await queryRows(
    dataSource.manager,
    `INSERT INTO storage_owner (storage_id, marked_at) VALUES ($1, now())
     ON CONFLICT (is_only) DO UPDATE SET storage_id = EXCLUDED.storage_id, marked_at = EXCLUDED.marked_at`,
    [storageId],
  );
  if (found === undefined) await storage.writeMark(storageId);
  return storageId;
}

const noSuchMark = (namedId = "") =>
  new Error(`The storage has no mark, and so not ${namedId}. To adopt it, name no id: node src/storage.ts adopt`);
