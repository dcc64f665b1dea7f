import type { PageSettings } from "@platen/contracts";
import { placesInCss, placesInHtml, type AssetPlaces } from "./asset-references.ts";

/** The texts of a template or of a snippet that may name assets. */
export type AssetSource = {
  html: string;
  css?: string | undefined;
  settings?: Pick<PageSettings, "header" | "footer"> | undefined;
};

export type AssetPart = "html" | "css" | "settings.header" | "settings.footer";

/** The texts of a source, each with its field. */
export function assetParts({ html, css, settings }: AssetSource): { path: AssetPart; text: string }[] {
  const parts = { html, css, "settings.header": settings?.header, "settings.footer": settings?.footer };
  return Object.entries(parts).flatMap(([path, text]) =>
    // The keys are those of the object above, which the compiler forgets.
    text === undefined || text === "" ? [] : [{ path: path as AssetPart, text }],
  );
}

/** Finds the places of assets in a part. */
export function placesIn(path: AssetPart, text: string): AssetPlaces {
  return path === "css" ? placesInCss(text) : placesInHtml(text);
}
