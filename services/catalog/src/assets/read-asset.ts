import type { StoredBytes } from "./asset-store.ts";
import { readAssetFile, type AssetFile } from "./files/read-asset-file.ts";

/** A file that the project may keep, with what it is. */
export type ReadAsset = { name: string; file: AssetFile; stored: StoredBytes };

/** Off the event loop, which ten megabytes would hold up. */
async function digestOf(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return Buffer.from(await crypto.subtle.digest("SHA-256", bytes)).toString("hex");
}

/** Reads what a file is, and refuses one that a project may not keep. */
export async function readAsset(name: string, bytes: Buffer<ArrayBuffer>): Promise<ReadAsset> {
  const file = await readAssetFile(name, bytes);
  return { name, file, stored: { sha256: await digestOf(bytes), contentType: file.contentType, bytes } };
}
