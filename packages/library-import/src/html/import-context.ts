import type { AssetStore } from "../files/asset-store.ts";
import type { FileSet } from "../files/file-set.ts";
import type { ImportFile } from "../files/import-file.ts";
import type { ReportRow } from "../report.ts";

/** What the parts of an import share. */
export type ImportContext = {
  files: FileSet;
  store: AssetStore;
  rows: ReportRow[];
  /** Names of files that the template uses. */
  used: Set<string>;
  /** Whether an element may be printed in a font of a family. */
  usesFont: (family: string) => boolean;
  /** Files that the user gave for single addresses. */
  given: ReadonlyMap<string, readonly ImportFile[]>;
  /** The folder of the template's HTML. Names of assets begin below it. */
  folder: string;
  /** Whether the scripts of the page come along. */
  keepsScripts: boolean;
};

/** A place that names an address: its file, the folder from which it counts, and its position. */
export type Place = {
  /** The file from which relative addresses count. */
  from: string;
  file: string;
  line: number;
  column: number;
};
