import { execFile } from "node:child_process";
import { createCipheriv } from "node:crypto";
import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { link, mkdtemp, open, rm, stat } from "node:fs/promises";
import { get, type IncomingMessage } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { crc32 } from "node:zlib";
import { withConnection } from "@platen/provisioning";
import { randomFrom } from "@platen/testing";
import { memoryInUse, reportingMemory } from "../../facts/memory-in-use.ts";
import { watchMemory } from "../../facts/watch-memory.ts";
import { createBatchCaller, numberedRows } from "../../load/batch-caller.ts";
import { faultRow } from "../../runner/fault-row.ts";

/** So many files of this size have 4.5 GB: beyond 32 bits, where the offsets in a ZIP need 64. */
const files = 45;
const fileBytes = 100_000_000;
/** Different contents, which the files share: the disk has them once. */
const contents = 5;
const quickCallers = 3;
const quickRanges = 13;
const longestRange = 32_000_000;
const slowBytesPerSecond = 100_000;
/** Longer than the minute that every caller has to read an answer. Then this caller reads the rest at once. */
const slowMs = 66_000;
/** More than that and what the network holds, so that the gateway still sends after that minute. */
const slowRange = 20_000_000;
const seed = 15;
const megabyte = 1_000_000;
/** On a busy machine the whole takes minutes. */
const timeoutMs = 600_000;

type Range = { from: number; to: number };

/** Writes a file of bytes that do not repeat, and returns its checksum. */
async function writeContent(path: string, number: number, sizeBytes: number): Promise<number> {
  const cipher = createCipheriv("aes-128-ctr", Buffer.alloc(16, number + 1), Buffer.alloc(16));
  const zeros = Buffer.alloc(megabyte);
  const file = await open(path, "wx", 0o600);
  let checksum = 0;
  for (let at = 0; at < sizeBytes; at += megabyte) {
    const piece = cipher.update(zeros.subarray(0, sizeBytes - at));
    checksum = crc32(piece, checksum);
    await file.writeFile(piece);
  }
  await file.close();
  return checksum;
}

/** Puts large contents in the place of the kept PDFs of a project, as if a worker had printed so much. */
async function enlarge(
  platen: { databaseUrl: string; storageFolder: string },
  projectId: string,
  folder: string,
): Promise<number> {
  const kept = join(platen.storageFolder, projectId);
  const large: { path: string; sizeBytes: number; checksum: number }[] = [];
  for (let number = 0; number < contents; number += 1) {
    const [path, sizeBytes] = [join(folder, `content-${number}`), fileBytes + 12_345 * number];
    large.push({ path, sizeBytes, checksum: await writeContent(path, number, sizeBytes) });
  }
  return withConnection(platen.databaseUrl, async (connection) => {
    const sql = "SELECT content_id FROM document_contents WHERE project_id = $1 ORDER BY content_id";
    const { rows } = await connection.query<{ content_id: string }>(sql, [projectId]);
    for (const [index, { content_id: contentId }] of rows.entries()) {
      const content = large[index % contents];
      if (!content) continue;
      const path = join(kept, `${contentId}.pdf`);
      await rm(path);
      await link(content.path, path);
      await connection.query("UPDATE document_contents SET size_bytes = $2, crc32 = $3 WHERE content_id = $1", [
        contentId,
        content.sizeBytes,
        content.checksum,
      ]);
    }
    return rows.length;
  });
}

faultRow(
  "B15",
  "A ZIP of 4.5 GB is read whole, and in 40 ranges by four callers",
  async (figures, stage) => {
    const platen = await stage.startPlaten({ env: { gateway: reportingMemory } });
    const { gateway, catalog } = platen.processes;
    const caller = await createBatchCaller(platen, "Archived");
    const folder = await mkdtemp(join(tmpdir(), "platen-b15-"));
    stage.onEnd(() => rm(folder, { recursive: true }));
    const batchId = await caller.startBatch(numberedRows(files));
    const { counts } = await caller.client.waitForBatch(batchId);
    figures.exactly("documents printed", counts.completed, files);
    const storageFolder = fileURLToPath(catalog.env["STORAGE_URL"] ?? "");
    const { databaseUrl } = platen;
    figures.exactly(
      "of them, enlarged",
      await enlarge({ databaseUrl, storageFolder }, caller.projectId, folder),
      files,
    );

    async function ask(range?: Range): Promise<IncomingMessage> {
      const headers = {
        authorization: `Bearer ${caller.apiKey}`,
        ...(range && { range: `bytes=${range.from}-${range.to}` }),
      };
      const request = get(`${platen.baseUrl}/api/v1/batches/${batchId}/zip`, { headers, agent: false });
      const [response] = (await once(request, "response")) as [IncomingMessage];
      return response;
    }
    /** Reads a range as fast as the caller may; less than the whole when it is cut off. */
    async function read(range: Range, bytesPerSecond = Infinity): Promise<Buffer> {
      const startedAt = performance.now();
      const pieces: Buffer[] = [];
      let bytes = 0;
      try {
        for await (const piece of (await ask(range)) as AsyncIterable<Buffer>) {
          pieces.push(piece);
          bytes += piece.length;
          const now = performance.now();
          const earlyMs = Math.min(startedAt + (1_000 * bytes) / bytesPerSecond, startedAt + slowMs) - now;
          if (earlyMs > 0) await delay(earlyMs);
        }
      } catch {
        // The comparison tells that bytes are missing.
      }
      return Buffer.concat(pieces);
    }

    const path = join(folder, "whole.zip");
    // The first request has the list of the files written.
    const first = (await ask({ from: 0, to: 0 })).resume();
    const sizeBytes = Number(first.headers["content-range"]?.split("/")[1]);
    const random = randomFrom(seed);
    const rangeOf = (length: number): Range => {
      const from = Math.floor(random() * (sizeBytes - length));
      return { from, to: from + length - 1 };
    };
    const slow = rangeOf(slowRange);
    const idle = await memoryInUse(gateway);
    /** Runs work for so many callers, and returns the most memory that the gateway used meanwhile for each. */
    async function memoryForEach(callers: number, work: () => Promise<unknown>): Promise<number> {
      const watch = watchMemory([gateway]);
      try {
        await work();
      } finally {
        await watch.stop();
      }
      const [most] = await watch.stop();
      return ((most?.used ?? Infinity) - idle.used) / callers / megabyte;
    }

    const startedAt = performance.now();
    const slowly = read(slow, slowBytesPerSecond).then((bytes) => ({ bytes, tookMs: performance.now() - startedAt }));
    const wholeMegabytes = await memoryForEach(2, async () =>
      // The comparison with the announced size tells that the answer was cut off.
      pipeline(await ask(), createWriteStream(path)).catch(() => undefined),
    );
    const wholeMs = performance.now() - startedAt;
    const size = (await stat(path)).size;
    const whole = await open(path, "r");
    stage.onEnd(() => whole.close());
    async function isPart({ from, to }: Range, bytes: Buffer): Promise<boolean> {
      const part = Buffer.alloc(to - from + 1);
      await whole.read(part, 0, part.length, from);
      return part.equals(bytes);
    }

    const testing = promisify(execFile)("unzip", ["-tq", path]).then(
      ({ stdout }) => stdout.trim(),
      (error: unknown) => String(error),
    );
    // Each caller reads the end of the ZIP too, where its directory is.
    const ranges = Array.from({ length: quickCallers * quickRanges }, (_, index) =>
      index % quickRanges === 0
        ? { from: sizeBytes - 1 - Math.floor(random() * megabyte), to: sizeBytes - 1 }
        : rangeOf(1 + Math.floor(random() * longestRange)),
    );
    let equal = 0;
    async function readRanges(index: number): Promise<void> {
      for (const range of ranges.slice(index * quickRanges, (index + 1) * quickRanges))
        if (await isPart(range, await read(range))) equal += 1;
    }
    const partsMegabytes = await memoryForEach(quickCallers + 1, () =>
      Promise.all(Array.from({ length: quickCallers }, (_, index) => readRanges(index))),
    );
    const slowRead = await slowly;

    figures.exactly("bytes of the whole, of those announced", size, sizeBytes);
    figures.atLeast("bytes, beyond which offsets need 64 bits", size, 2 ** 32);
    figures.exactly(
      "unzip -t",
      (await testing).replace(path, "the ZIP"),
      "No errors detected in compressed data of the ZIP.",
    );
    figures.exactly("ranges with the bytes of the whole", equal, ranges.length);
    const slowSeconds = slowRead.tookMs / 1_000;
    const isSame = await isPart(slow, slowRead.bytes);
    figures.isTrue("the range of the caller with 100 kB/s has these bytes", isSame, `${slowRead.bytes.length} bytes`);
    figures.atLeast("it took longer than a minute, in seconds", slowSeconds, 61);
    figures.isTrue("the whole was read beside it", true, `${(size / megabyte / (wholeMs / 1_000)).toFixed(0)} MB/s`);
    const what = "most memory in use by the gateway for each caller";
    figures.atMost(`${what}, of the whole and the slow range`, wholeMegabytes, 16, "MB");
    figures.atMost(`${what}, of ranges`, partsMegabytes, 16, "MB");
  },
  timeoutMs,
);
