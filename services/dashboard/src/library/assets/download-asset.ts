import { operations, type Asset } from "@platen/contracts";
import { transport } from "../../api/transport.ts";
import { downloadFile } from "../../ui/download-file.ts";

const slowMs = 120_000;

/** Saves an asset's bytes as a file of the user's. */
export async function downloadAsset(projectId: string, { assetId, name }: Asset): Promise<void> {
  const request = { params: { projectId, assetId } };
  const { bytes } = await transport.bytes(operations.getAssetContent.member, request, { timeoutMs: slowMs });
  // As plain bytes, so that the browser saves the file and does not show it.
  downloadFile(name.slice(name.lastIndexOf("/") + 1), bytes, "application/octet-stream");
}
