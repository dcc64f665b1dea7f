import { nounFor } from "./resource-blocked.ts";
import type { BlockedKind, Warning } from "./schemas/warning.ts";
import { warningOf } from "./warning-severity.ts";

/** Files of one kind that a document names and its template's library does not have. */
export type AssetMissing<Kind = BlockedKind> = {
  kind: Kind;
  /** Their name as the template has it; `*` stands for what comes from the data. Undefined if it is not known. */
  asset: string | undefined;
  count: number;
};

/** Creates the warning about files that the library lacks. */
export function assetMissing<Kind extends string>({
  kind,
  asset,
  count,
}: AssetMissing<Kind>): Omit<Warning, "kind"> & { kind: Kind } {
  const files = `${count.toLocaleString("en")} ${nounFor(kind, count)}`;
  const place = asset === undefined ? "" : ` (asset:${asset})`;
  return warningOf(
    "asset.missing",
    `${files}${place} ${count === 1 ? "is" : "are"} not in the template's library. Upload the missing files and publish the template again, or correct the data that names them.`,
    { kind, ...(asset !== undefined && { asset }), count },
  );
}

/** Creates the warning about a font of the library that the browser refuses. */
export function fontFailed(font: string): Warning {
  return warningOf(
    "font.failed",
    `The browser refuses the font "${font}" of the project's library, so another font replaces it. Upload a file of the font that browsers accept, and publish the template again.`,
    { font },
  );
}
