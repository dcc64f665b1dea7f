import { operations, type Asset } from "@platen/contracts";
import { queryOptions, useQuery } from "@tanstack/react-query";
import pLimit from "p-limit";
import { transport } from "../../api/transport.ts";

/** Limited, so that a page of large files does not delay everything else. */
const limitReading = pLimit(4);
const keptMs = 5 * 60_000;
const slowMs = 120_000;

export type AssetKey = Pick<Asset, "assetId" | "sha256" | "contentType">;

/** The bytes of an asset, read once for each of its contents. */
export function assetBytesQuery(projectId: string, { assetId, sha256, contentType }: AssetKey) {
  return queryOptions<Blob>({
    queryKey: ["asset bytes", projectId, assetId, sha256],
    queryFn: ({ signal }) =>
      limitReading(async () => {
        // The user may have left the page while this waited.
        signal.throwIfAborted();
        const request = { params: { projectId, assetId } };
        const { bytes } = await transport.bytes(operations.getAssetContent.member, request, {
          signal,
          timeoutMs: slowMs,
        });
        return new Blob([new Uint8Array(bytes)], { type: contentType });
      }),
    staleTime: Infinity,
    gcTime: keptMs,
  });
}

const urls = new WeakMap<Blob, string>();
const forgotten = new FinalizationRegistry<string>((url) => URL.revokeObjectURL(url));

/** The address of a file for this page alone: the same one for as long as the page holds the file. */
export function objectUrlOf(file: Blob): string {
  const known = urls.get(file);
  if (known !== undefined) return known;
  const url = URL.createObjectURL(file);
  urls.set(file, url);
  forgotten.register(file, url);
  return url;
}

/** The address of an asset's bytes, read once it is wanted. */
export function useAssetUrl(projectId: string, asset: AssetKey, isWanted: boolean) {
  const { data, error } = useQuery({ ...assetBytesQuery(projectId, asset), enabled: isWanted });
  return { url: data && objectUrlOf(data), error };
}
