import { promisify } from "node:util";
import { inflateRaw } from "node:zlib";
import type { Transport } from "@platen/client";
import { readBatchChunk } from "@platen/contracts/internal";
import type { RenderRequest } from "@platen/contracts";

const inflate = promisify(inflateRaw);

const callTimeoutMs = 10_000;
/** The rows of a chunk are fed one after the other, those of several batches in turns. */
const keptBytes = 64 * 1024 * 1024;

type Chunk = {
  batchId: string;
  firstRow: number;
  /** Where the data of each row begin, and where the last end. */
  bounds: number[];
  bytes: Buffer;
  /** The request of each row, without its data. A row with a file name of its own gets no template for one. */
  renderingOf: (at: number) => Omit<RenderRequest, "dataJson">;
};

/** Creates the reader of rows. It reads a row with its neighbours and keeps those, the chunks used last, in bounded memory. */
export function createRowReader({ catalog }: { catalog: Pick<Transport, "call"> }) {
  const chunks = new Set<Chunk>();

  async function load(projectId: string, batchId: string, row: number): Promise<Chunk> {
    const request = { params: { batchId, row }, query: { projectId } };
    const found = await catalog.call(readBatchChunk, request, { timeoutMs: callTimeoutMs });
    const { firstRow, sizes, data, rendering, areNamed = [] } = found;
    const bounds = [0];
    for (const size of sizes) bounds.push((bounds.at(-1) ?? 0) + size);
    const bytes = await inflate(Buffer.from(data, "base64"), { maxOutputLength: Math.max(1, bounds.at(-1) ?? 0) });
    const { filename: _filename, ...ofNamed } = rendering;
    const renderingOf = (at: number) => (areNamed[at] ? ofNamed : rendering);
    return { batchId, firstRow, bounds, bytes, renderingOf };
  }

  function keep(chunk: Chunk): void {
    chunks.add(chunk);
    let bytes = 0;
    for (const each of [...chunks].toReversed()) {
      bytes += each.bytes.byteLength;
      if (bytes > keptBytes && each !== chunk) chunks.delete(each);
    }
  }

  return {
    /** Reads what a row is made from. */
    async read(projectId: string, { batchId, row }: { batchId: string; row: number }): Promise<RenderRequest> {
      const isIn = ({ batchId: id, firstRow, bounds }: Chunk) =>
        id === batchId && row >= firstRow && row - firstRow < bounds.length - 1;
      const chunk = [...chunks].find(isIn) ?? (await load(projectId, batchId, row));
      chunks.delete(chunk);
      keep(chunk);
      const at = row - chunk.firstRow;
      const [from, to] = [chunk.bounds[at], chunk.bounds[at + 1]];
      if (from === undefined || to === undefined || to > chunk.bytes.byteLength)
        throw new Error("the chunk has no data of the row");
      return { ...chunk.renderingOf(at), dataJson: chunk.bytes.toString("utf8", from, to) };
    },
  };
}

export type RowReader = ReturnType<typeof createRowReader>;
