import { Problem } from "@platen/contracts";
import { toFileName } from "@platen/contracts/file-name";
import type { Archive, ArchiveFile } from "@platen/contracts/internal";
import type { Reply } from "@platen/http";
import { readZip, zipBytes, ZipFileChanged, type ZipSource } from "@platen/zip";
import type { ByteRange } from "../contents/choose-range.ts";
import { rangedReply } from "../contents/ranged-reply.ts";
import { contentDisposition } from "../generate/content-disposition.ts";

/** Creates the function that answers with a ZIP, whole or in part, or that the caller has it. */
export function createZipReply({ countCorrupt }: { countCorrupt: () => void }) {
  async function* bytesOf(
    archive: Archive,
    range: ByteRange,
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

  return function zipReply(
    archive: Archive,
    header: (name: string) => string | undefined,
    source: ZipSource<ArchiveFile>,
  ): Promise<Reply> {
    const name = toFileName(archive.name, { extension: ".zip", otherwise: "documents" });
    return rangedReply(
      {
        sizeBytes: zipBytes(archive),
        tag: `"${archive.archiveId}"`,
        contentType: "application/zip",
        disposition: contentDisposition("attachment", name),
        open: (range) => bytesOf(archive, range, source),
      },
      header,
    );
  };
}

export type ZipReply = ReturnType<typeof createZipReply>;
