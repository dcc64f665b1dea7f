export { readZip, zipBytes, ZipFileChanged, type ZipContent, type ZipSource } from "./read-zip.ts";
export { directoryEntryBytes, fileHeaderBytes, type ZipFile } from "./zip-parts.ts";
