import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { mkdir, mkdtemp, readdir, rename, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { createId } from "@platen/contracts";
import { createMarkedStorage, createStorage, type Storage } from "@platen/storage";
import { catalogForFile } from "../testing/catalog-for-file.ts";
import { contentKey } from "../documents/content-key.ts";
import { compareFiles, type Difference } from "./compare-files.ts";
import { adoptStorage, createOwnStorageId } from "./storage-owner.ts";

const catalog = catalogForFile();
let parent: string;
let folder: string;
let storage: Storage;
beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), "platen-owned-"));
  folder = join(parent, "files");
  await mkdir(folder);
  storage = createStorage({ url: pathToFileURL(folder).href });
  await catalog.dataSource.query("TRUNCATE storage_owner, document_contents");
});
afterEach(() => rm(parent, { recursive: true }));

/** The storage as a catalog has it that starts now. */
const started = (at = storage) => createMarkedStorage(at, { ownId: createOwnStorageId(catalog.dataSource) });
const isRefused = (work: Promise<unknown>, message: string) =>
  expect(work).rejects.toMatchObject({ code: "WrongStorage", message: expect.stringContaining(message) });

const keyOf = (content: { projectId: string; contentId: string }) => contentKey({ ...content, output: "pdf" });

/** The row of a kept PDF, and its file unless it is missing. */
async function keep({ set = "", isMissing = false, days = 0 } = {}) {
  const content = { projectId: createId("project"), documentId: createId("document"), contentId: createId("content") };
  await catalog.dataSource.query(
    `INSERT INTO document_contents (content_id, document_id, project_id, sha256, size_bytes, expires_at, sweep_at)
     VALUES ($1, $2, $3, 'x', 3, now() + interval '1 day', now() + interval '1 day')`,
    [content.contentId, content.documentId, content.projectId],
  );
  if (set !== "")
    await catalog.dataSource.query(`UPDATE document_contents SET ${set} WHERE content_id = $1`, [content.contentId]);
  if (!isMissing) await write(keyOf(content), days);
  return content;
}
/** Writes a file that is so many days old. */
async function write(key: string, days: number): Promise<void> {
  const path = join(folder, key);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, "abc");
  const at = new Date(Date.now() - days * 86_400_000);
  await utimes(path, at, at);
}

test("several catalogs that start at once mark a storage with one id, which they find again", async () => {
  await Promise.all(Array.from({ length: 6 }, () => started().check()));
  const id = await storage.readMark();
  await started().check();
  expect(await storage.readMark()).toBe(id);
  expect(
    await catalog.dataSource.query("SELECT storage_id, marked_at IS NOT NULL AS marked FROM storage_owner"),
  ).toEqual([{ storage_id: id, marked: true }]);
});

test("a catalog that was killed before it wrote the mark leaves that to the next one", async () => {
  await catalog.dataSource.query("INSERT INTO storage_owner (storage_id) VALUES ('begun')");
  await started().check();
  expect(await storage.readMark()).toBe("begun");
});

test("a storage of kept PDFs is adopted by an upgrade, and an empty one in its place is not", async () => {
  const kept = await keep();
  await rename(join(folder, kept.projectId), join(folder, "away"));
  await isRefused(started().check(), "none of the PDFs of this installation");
  await rename(join(folder, "away"), join(folder, kept.projectId));
  await started().check();
});

test("another installation's storage is refused, also by an installation that has none yet", async () => {
  await storage.writeMark("theirs");
  await isRefused(started().check(), "adopt theirs");
  await catalog.dataSource.query("INSERT INTO storage_owner (storage_id, marked_at) VALUES ('ours', now())");
  await isRefused(started().check(), "adopt theirs");
});

test("an operator lets a running installation go on with an empty storage, or with a marked one by its id", async () => {
  const running = started();
  await running.check();
  await rename(folder, join(parent, "before"));
  await mkdir(folder);
  await isRefused(running.check(), "no mark");
  await adoptStorage(catalog.dataSource, storage, undefined);
  await running.check().catch(() => undefined);
  await running.check();

  await storage.writeMark("theirs");
  await isRefused(adoptStorage(catalog.dataSource, storage, undefined), "adopt theirs");
  await expect(adoptStorage(catalog.dataSource, storage, "mine")).rejects.toMatchObject({ code: "WrongStorage" });
  expect(await adoptStorage(catalog.dataSource, storage, "theirs")).toBe("theirs");
  await started().check();
});

test("old files without a row and rows without a file are listed, and only then removed and noted", async () => {
  const marked = started();
  await marked.check();
  const compare = async (apply = false) => {
    const noted: unknown[] = [];
    const noteLoss = (content: object, isLost: boolean) => Promise.resolve(void noted.push({ ...content, isLost }));
    const found: Difference[] = [];
    for await (const line of compareFiles({ dataSource: catalog.dataSource, storage: marked, noteLoss, apply }))
      found.push(line);
    return { found, noted };
  };
  const [fine, lost, back] = [
    await keep({ days: 9 }),
    await keep({ isMissing: true }),
    await keep({ set: "lost_at = now()" }),
  ];
  const unfinished = await keep({ set: "sha256 = NULL", days: 9 });
  const deleted = await keep({ set: "deleted_at = now(), sweep_at = NULL", days: 9 });
  await keep({ set: "expires_at = now()", isMissing: true });
  const unknown = { projectId: createId("project"), contentId: createId("content") };
  await write(keyOf(unknown), 2);
  await write(keyOf({ ...unknown, contentId: createId("content") }), 0.9);
  await write("others/invoice.pdf", 9);

  const { found, noted } = await compare();
  expect(noted).toEqual([]);
  const files = found.filter(({ problem }) => problem === "file without a row");
  expect(files.map((line) => ("file" in line ? line.file : "")).toSorted()).toEqual(
    [keyOf(unknown), keyOf(deleted)].toSorted(),
  );
  // Rows of one millisecond have no order.
  const rows = found.filter(({ problem }) => problem !== "file without a row");
  expect(new Set(rows)).toEqual(
    new Set([
      { problem: "row without a file", ...lost },
      { problem: "lost file is back", ...back },
    ]),
  );

  expect(new Set((await compare(true)).noted)).toEqual(
    new Set([
      { ...lost, isLost: true },
      { ...back, isLost: false },
    ]),
  );
  const left = await readdir(folder, { recursive: true });
  for (const content of [fine, unfinished, back]) expect(left).toContain(keyOf(content));
  expect(left).toContain("others/invoice.pdf");
  for (const content of [unknown, deleted]) expect(left).not.toContain(keyOf(content));
  expect(left.filter((name) => name.startsWith(`${unknown.projectId}/`))).toHaveLength(1);
});
