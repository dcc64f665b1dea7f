import type { AssetKind } from "@platen/contracts";
import type { Author } from "../accounts/author.ts";
import type { AssetFile } from "./files/read-asset-file.ts";

/** An asset without its bytes, as the database has it. */
export type AssetRow = {
  assetId: string;
  name: string;
  kind: AssetKind;
  contentType: string;
  sizeBytes: number;
  sha256: string;
  revision: number;
  meta: Pick<AssetFile, "width" | "height" | "font">;
  updatedAt: Date;
  savedBy: Author | null;
};
