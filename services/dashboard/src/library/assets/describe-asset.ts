import type { Asset } from "@platen/contracts";
import { kindLabel } from "./asset-file.ts";

/** What an asset is: "Picture, 640 × 480", "Font, Brand Sans 700 italic". */
export function describeAsset({ kind, width, height, font }: Asset): string {
  const label = kindLabel(kind);
  if (width !== undefined && height !== undefined) return `${label}, ${width} × ${height}`;
  if (!font) return label;
  return [
    `${label}, ${font.family}`,
    font.weight.replace(" ", " to "),
    ...(font.style === "normal" ? [] : [font.style]),
  ].join(" ");
}
