export { writeTemplateArchive, type TemplateArchive } from "./exports/template-archive.ts";
export type { ImportedAsset } from "./files/asset-store.ts";
export type { ImportFile } from "./files/import-file.ts";
export { isArchive, maxEntries, maxUnpackedBytes } from "./files/unpack-archive.ts";
export { ImportError } from "./import-error.ts";
export { readImport, type ImportedTemplate, type ReadImportOptions } from "./read-import.ts";
export { renameAssets, renameAssetsIn, renameSnippets } from "./rename-references.ts";
export type { Outcome, ReportRow } from "./report.ts";
export type { ImportedSnippet, System } from "./template-source.ts";
