export { writeTemplateArchive } from "./exports/template-archive.ts";
export type { ImportFile } from "./files/import-file.ts";
export { maxEntries, maxUnpackedBytes } from "./files/unpack-archive.ts";
export { ImportError } from "./import-error.ts";
export { readImport, type ImportedTemplate } from "./read-import.ts";
export { renameAssets, renameAssetsIn, renameSnippets } from "./rename-references.ts";
export type { ReportRow } from "./report.ts";
export type { ImportedSnippet } from "./template-source.ts";
