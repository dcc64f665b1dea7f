import { existsSync, readdirSync, readFileSync } from "node:fs";
import { extname, join, relative, resolve, sep } from "node:path";
import { promisify } from "node:util";
import { constants, gzip } from "node:zlib";

const compress = promisify(gzip);

/** Where `services/dashboard/build.ts` puts what it builds. */
export const builtDashboard = resolve(import.meta.dirname, "../../../dashboard/dist");

const types: Readonly<Record<string, string>> = {
  ".css": "text/css; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".mjs": "text/javascript; charset=utf-8",
  ".png": "image/png",
  ".svg": "image/svg+xml; charset=utf-8",
  ".txt": "text/plain; charset=utf-8",
  ".wasm": "application/wasm",
  ".woff2": "font/woff2",
};
const compressedAlready = new Set([".png", ".woff2"]);

/** A file of the dashboard; `gzipped` is there where compressing makes it smaller, made when it is first asked for. */
export type DashboardFile = { type: string; bytes: Buffer; gzipped: () => Promise<Buffer> | undefined };

export type DashboardFiles = {
  /** The page that starts the dashboard, with `noncePlaceholder` in place of each answer's nonce. */
  index: string;
  /** Everything else by its path under `/dashboard/`. The names carry a hash, so a name's content never changes. */
  assets: ReadonlyMap<string, DashboardFile>;
};

function readAsset(path: string): DashboardFile {
  const extension = extname(path);
  const type = types[extension];
  if (type === undefined) throw new Error(`${path}: no content type is known for ${extension} files; add it here`);
  const bytes = readFileSync(path);
  let compressed: Promise<Buffer> | undefined;
  return {
    type,
    bytes,
    gzipped() {
      if (compressedAlready.has(extension)) return undefined;
      compressed ??= compress(bytes, { level: constants.Z_BEST_COMPRESSION });
      return compressed;
    },
  };
}

/** Reads the built dashboard into memory; undefined where it was not built. What is not in it cannot be asked for. */
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
