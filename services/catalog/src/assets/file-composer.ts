import { isProblem, type ProblemDetail } from "@platen/contracts";
import type { SourceLibrary } from "@platen/contracts/internal";
import { brandVariables, mayNameBrand, type BrandPins, type LibraryAsset } from "@platen/library";
import type { EntityManager } from "typeorm";
import { readBrand } from "../brands/brands.ts";
import { queryRows } from "../database/rows.ts";
import type { TemplateChecks } from "../templates/template-checks.ts";
import type { AssetStore } from "./asset-store.ts";
import type { ReadAsset } from "./read-asset.ts";
import type { SourceTexts } from "./compose-files.ts";

/** A file of the library as it was when a source was composed. */
export type PinnedFile = { assetId: string; name: string; sha256: string };

export type ComposedWithFiles = {
  source: SourceTexts;
  /** What a worker needs beside the texts; null if that is nothing. */
  library: SourceLibrary | null;
  files: PinnedFile[];
  /** What it takes from the brand; null if that is nothing. */
  brand: BrandPins | null;
  mistakes: ProblemDetail[];
};

export type FileComposer = {
  /**
   * Puts the files of a project's library and the values of its brand, as they are now, into texts whose snippets are in
   * place. Files of a sample stand in for those that the project lacks.
   */
  compose(projectId: string, source: SourceTexts, ofSample?: readonly ReadAsset[]): Promise<ComposedWithFiles>;
  /** The mistakes in the names of files and of the brand's variables; none if finding them takes too long. */
  mistakesIn(projectId: string, source: SourceTexts): Promise<ProblemDetail[]>;
};

/** Style sheets that import each other are read one depth at a time, and pictures of a header with the first. */
const maxReadings = 12;

/** Composes sources with the files of their project's library. */
export function createFileComposer(
  manager: EntityManager,
  { store, checks }: { store: Pick<AssetStore, "get">; checks: Pick<TemplateChecks, "composeFiles"> },
): FileComposer {
  async function readContents(
    projectId: string,
    needs: readonly string[],
    { assets, ofSampleBytes }: { assets: readonly LibraryAsset[]; ofSampleBytes: ReadonlyMap<string, Buffer> },
  ) {
    const kinds = new Map(assets.map(({ sha256, kind }) => [sha256, kind]));
    const contents: [string, string][] = [];
    for (const sha256 of needs) {
      const bytes = ofSampleBytes.get(sha256) ?? (await store.get(projectId, sha256))?.bytes;
      // Bytes that an asset has given up stay for a while.
      if (!bytes) throw new Error("the bytes of an asset are gone");
      contents.push([sha256, bytes.toString(kinds.get(sha256) === "picture" ? "base64" : "utf8")]);
    }
    return contents;
  }

  async function compose(
    projectId: string,
    source: SourceTexts,
    ofSample: readonly ReadAsset[] = [],
  ): Promise<ComposedWithFiles> {
    const own = await readAssets(manager, projectId, { fontsOnly: !mayNameFiles(source) });
    const ownNames = new Set(own.map(({ name }) => name));
    const assets = [...own, ...ofSample.filter(({ name }) => !ownNames.has(name)).map(toLibraryAsset)];
    const isPlain = !mayNameFiles(source) && !textsOf(source).some(mayNameBrand);
    if (assets.length === 0 && isPlain) return { source, library: null, files: [], brand: null, mistakes: [] };
    const brand = brandVariables(await readBrand(manager, projectId));
    const contents = new Map<string, string>();
    // The database may lack the bytes of a sample.
    const ofSampleBytes = new Map(ofSample.map(({ stored }) => [stored.sha256, stored.bytes]));
    for (let reading = 1; reading <= maxReadings; reading += 1) {
      const composed = await checks.composeFiles(projectId, { source, assets, contents, brand });
      if (composed.needs.length === 0) {
        const ids = new Map(assets.map(({ name, assetId }) => [name, assetId]));
        const files = composed.pins.map((pin) => ({ ...pin, assetId: ids.get(pin.name) ?? "" }));
        const { library = null, brand: pins = null, mistakes } = composed;
        return { source: composed.source, library, files, brand: pins, mistakes };
      }
      for (const [sha256, content] of await readContents(projectId, composed.needs, { assets, ofSampleBytes }))
        contents.set(sha256, content);
    }
    throw new Error("composing asks for files without an end");
  }

  return {
    compose,
    async mistakesIn(projectId, source) {
      if (!mayNameFiles(source) && !textsOf(source).some(mayNameBrand)) return [];
      try {
        return (await compose(projectId, source)).mistakes;
      } catch (error) {
        // A draft without its warnings is better than none.
        if (isProblem(error)) return [];
        throw error;
      }
    },
  };
}

function textsOf({ html, css, settings: { header = "", footer = "" } }: SourceTexts): string[] {
  return [html, css, header, footer];
}

function mayNameFiles(source: SourceTexts): boolean {
  return textsOf(source).some((text) => text.includes("asset:"));
}

function toLibraryAsset({ name, file, stored }: ReadAsset): LibraryAsset & { assetId: string } {
  const { kind, contentType, font } = file;
  const sizeBytes = stored.bytes.byteLength;
  return { assetId: "", name, kind, sha256: stored.sha256, contentType, sizeBytes, ...(font && { font }) };
}

/** Reads the assets of a project without their bytes: all of them, which are a thousand at most, or its fonts. */
function readAssets(manager: EntityManager, projectId: string, { fontsOnly }: { fontsOnly: boolean }) {
  return queryRows<LibraryAsset & { assetId: string }>(
    manager,
    `SELECT asset_id AS "assetId", name, kind, sha256, content_type AS "contentType", size_bytes AS "sizeBytes",
            meta->'font' AS font
     FROM assets WHERE project_id = $1 AND (kind = 'font' OR NOT $2::boolean) ORDER BY name`,
    [projectId, fontsOnly],
  );
}

/** Where the files of versions and of previews are noted. */
const pinTables = {
  version: { table: "version_assets", id: "version_id" },
  preview: { table: "preview_source_assets", id: "source_id" },
} as const;

/** Notes the files that a version or a preview uses, so that they stay for it. */
export async function pinFiles(
  manager: EntityManager,
  owner: { of: keyof typeof pinTables; id: string; projectId: string },
  files: readonly PinnedFile[],
): Promise<void> {
  if (files.length === 0) return;
  const { table, id } = pinTables[owner.of];
  const columns = (["name", "assetId", "sha256"] as const).map((column) => files.map((file) => file[column]));
  await queryRows(
    manager,
    `INSERT INTO ${table} (${id}, project_id, name, asset_id, sha256)
     SELECT $1, $2, * FROM unnest($3::text[], $4::text[], $5::text[]) ON CONFLICT DO NOTHING`,
    [owner.id, owner.projectId, ...columns],
  );
}
