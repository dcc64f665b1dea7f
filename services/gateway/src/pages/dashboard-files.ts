import { existsSync, readdirSync, readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { extname, join, relative, resolve, sep } from "node:path";
import { promisify } from "node:util";
import { constants, gzip } from "node:zlib";

const compress = promisify(gzip);

/** The output folder of `services/dashboard/build.ts`. */
export const builtDashboard = resolve(import.meta.dirname, "../../../dashboard/dist");

const types: Readonly<Record<string, string>> = {
  ".css": "text/css; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".mjs": "text/javascript; charset=utf-8",
  ".png": "image/png",
  ".svg": "image/svg+xml; charset=utf-8",
  ".ttf": "font/ttf",
  ".txt": "text/plain; charset=utf-8",
  ".wasm": "application/wasm",
  ".webp": "image/webp",
  ".woff2": "font/woff2",
};
const compressedAlready = new Set([".png", ".webp", ".woff2"]);
/** Files that are read when a browser asks for them: the fonts of all scripts take 15 MB, and most pages need none. */
const readOnDemand = new Set([".ttf"]);

/** A file of the dashboard. `gzipped` compresses it on first use; it returns undefined if compressing does not help. */
export type DashboardFile = {
  type: string;
  bytes: () => Buffer | Promise<Buffer>;
  gzipped: () => Promise<Buffer> | undefined;
};

export type DashboardFiles = {
  /** The page that starts the dashboard. Each answer replaces `noncePlaceholder` with a nonce. */
  index: string;
  /** All other files by their path under `/dashboard/`. Names contain a hash, so a name's content never changes. */
  assets: ReadonlyMap<string, DashboardFile>;
};

function readAsset(path: string): DashboardFile {
  const extension = extname(path);
  const type = types[extension];
  if (type === undefined)
    throw new Error(
      `${path}: files with the extension ${extension} have no content type; add it to dashboard-files.ts`,
    );
  const kept = readOnDemand.has(extension) ? undefined : readFileSync(path);
  const bytes = () => kept ?? readFile(path);
  const compressBytes = async () => compress(await bytes(), { level: constants.Z_BEST_COMPRESSION });
  let compressed: Promise<Buffer> | undefined;
  return {
    type,
    bytes,
    gzipped() {
      if (compressedAlready.has(extension)) return undefined;
      compressed ??= compressBytes();
      return compressed;
    },
  };
}

/** Reads the built dashboard into memory, except for fonts, or returns undefined if it is not built. Only these files are served. */
export function readDashboardFiles(folder: string): DashboardFiles | undefined {
  const indexFile = join(folder, "index.html");
  if (!existsSync(indexFile)) return undefined;
  const assetFolder = join(folder, "assets");
  const assets = readdirSync(assetFolder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => [relative(folder, path).split(sep).join("/"), readAsset(path)] as const);
  return { index: readFileSync(indexFile, "utf8"), assets: new Map(assets) };
}
