import { Problem } from "@platen/contracts";
import { toFileName } from "@platen/contracts/file-name";
import type { Archive, ArchiveFile } from "@platen/contracts/internal";
import { Reply } from "@platen/http";
import { readZip, zipBytes, ZipFileChanged, type ZipSource } from "@platen/zip";
import { chooseRange } from "../contents/choose-range.ts";
import { hasCopy } from "../contents/has-copy.ts";
import { contentDisposition } from "../generate/content-disposition.ts";

/** Creates the function that answers with a ZIP, whole or in part, or that the caller has it. */
export function createZipReply({ countCorrupt }: { countCorrupt: () => void }) {
  async function* bytesOf(
    archive: Archive,
    range: { from: number; to: number },
    source: ZipSource<ArchiveFile>,
  ): AsyncGenerator<Uint8Array> {
    try {
      yield* readZip(archive, range, source);
    } catch (error) {
      if (!(error instanceof ZipFileChanged)) throw error;
      countCorrupt();
      throw new Problem("internal", { cause: error });
    }
  }

  return async function zipReply(
    archive: Archive,
    header: (name: string) => string | undefined,
    source: ZipSource<ArchiveFile>,
  ): Promise<Reply> {
    const sizeBytes = zipBytes(archive);
    const tag = `"${archive.archiveId}"`;
    const name = toFileName(archive.name, { extension: ".zip", otherwise: "documents" });
    const headers = {
      "Content-Type": "application/zip",
      "Content-Disposition": contentDisposition("attachment", name),
      "Accept-Ranges": "bytes",
      "Cache-Control": "private, no-cache",
      ETag: tag,
    };
    if (hasCopy(tag, header("if-none-match"))) return new Reply({ status: 304, headers });
    const range = chooseRange({ sizeBytes, tag, range: header("range"), ifRange: header("if-range") });
    const { from, to } = range ?? { from: 0, to: sizeBytes - 1 };
    return new Reply({
      status: range && 206,
      headers: { ...headers, ...(range && { "Content-Range": `bytes ${from}-${to}/${sizeBytes}` }) },
      pieces: { sizeBytes: to - from + 1, content: bytesOf(archive, { from, to }, source) },
    });
  };
}
