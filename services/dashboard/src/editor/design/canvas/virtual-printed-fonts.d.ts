/** The fonts of the workers, which `services/dashboard/printed-fonts.ts` builds into the dashboard. */
declare module "virtual:printed-fonts" {
  type Face = { family: string; weight: number; style: string; range: string; url: string };
  export const fontFaces: readonly Face[];
  /** The family whose files are printed for another family, or for a generic one. */
  export const fontAliases: Readonly<Record<string, string>>;
  export const genericFamilies: readonly string[];
  /** Where Chromium looks for characters that no family of the document has. */
  export const fallbackFamilies: readonly string[];
}
