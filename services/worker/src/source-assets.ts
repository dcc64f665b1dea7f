import { createHash } from "node:crypto";
import type { Transport } from "@platen/client";
import { getSourceAsset } from "@platen/contracts/internal";
import type { Library } from "@platen/engine";
import { isNamed, raceAbort, RenderError } from "@platen/engine/failure";
import type { DocumentJobData } from "@platen/queue";
import { tracing } from "@platen/telemetry";
import { LRUCache } from "lru-cache";
import type { Metrics } from "./metrics.ts";
import { isRefusedByAll } from "./render-failures.ts";
import type { KeptSource } from "./template-sources.ts";

const timeoutMs = 10_000;
const maxBytes = 256_000_000;

export type SourceAssets = {
  /** The library of a job's source. The engine reads its bytes with the job's grant. */
  libraryOf(job: AssetRequest, source: Pick<KeptSource, "library">): Library | undefined;
};

export type AssetRequest = Pick<DocumentJobData, "projectId" | "sourceId" | "grant" | "requestId">;

/**
 * Reads each file once and keeps it while there is room. The caller has verified the grant. Two projects never share
 * what is kept, even if their files are the same: otherwise a project could learn what another has.
 */
export function createSourceAssets(
  catalog: Pick<Transport, "bytes">,
  metrics: Pick<Metrics, "assetReads" | "assetBytes" | "assetsKept">,
): SourceAssets {
  const kept = new LRUCache<string, Uint8Array>({
    maxSize: maxBytes,
    sizeCalculation: ({ byteLength }) => byteLength + 1,
  });
  const reading = new Map<string, Promise<Uint8Array>>();

  async function fetchBytes({ sourceId, grant, requestId }: AssetRequest, sha256: string): Promise<Uint8Array> {
    const headers = { authorization: `Bearer ${grant}`, "x-request-id": requestId, ...tracing.carrier() };
    const { bytes } = await tracing.span({ name: getSourceAsset.operationId, kind: "client" }, () =>
      catalog.bytes(getSourceAsset, { params: { sourceId, sha256 } }, { headers, timeoutMs }),
    );
    const found = createHash("sha256").update(bytes).digest("hex");
    if (found !== sha256) throw new Error(`the catalog sent bytes with the SHA-256 ${found}`);
    return bytes;
  }

  async function read(request: AssetRequest, sha256: string, key: string): Promise<Uint8Array> {
    try {
      const bytes = await fetchBytes(request, sha256);
      kept.set(key, bytes);
      metrics.assetReads.inc({ outcome: "completed" });
      metrics.assetBytes.inc(bytes.byteLength);
      metrics.assetsKept.set(kept.calculatedSize);
      return bytes;
    } catch (error) {
      metrics.assetReads.inc({ outcome: "failed" });
      // A retry does not help against a refusal, but a catalog that is unavailable comes back.
      const detail = "The worker could not read a file of the project's library.";
      throw new RenderError("template_unavailable", {
        stage: "load",
        detail,
        retryable: !isRefusedByAll(error),
        cause: error,
      });
    } finally {
      reading.delete(key);
    }
  }

  async function readOnce(request: AssetRequest, sha256: string, key: string): Promise<Uint8Array> {
    const others = reading.get(key);
    if (others) {
      try {
        return await others;
      } catch (error) {
        // The grant of the other job may be the cause.
        if (isNamed(error, "RenderError")) return read(request, sha256, key);
        throw error;
      }
    }
    const own = read(request, sha256, key);
    reading.set(key, own);
    return own;
  }

  return {
    libraryOf(job, { library }) {
      return (
        library && {
          ...library,
          async read(sha256, signal) {
            const key = `${job.projectId} ${sha256}`;
            return kept.get(key) ?? raceAbort(readOnce(job, sha256, key), { signal, stage: "load" });
          },
        }
      );
    },
  };
}
