import { Problem, type LibraryPart } from "@platen/contracts";
import { namesOfSnippets } from "@platen/library";
import { samples, type Sample } from "@platen/samples";
import type { EntityManager } from "typeorm";
import type { Assets } from "../assets/assets.ts";
import { readAsset, type ReadAsset } from "../assets/read-asset.ts";
import type { NewSnippet, Snippets } from "../snippets/snippets.ts";

/** What a sample brings into the library of a project. */
export type SampleLibrary = { assets: ReadAsset[]; snippets: NewSnippet[] };

/** Finds a sample that a request names. */
export function findSample(slug: string): Sample {
  const found = samples.find((sample) => sample.slug === slug);
  if (found) return found;
  const message = "is not the slug of a sample";
  throw new Problem("request.invalid", { message: `\`sample\` ${message}.`, details: [{ path: "sample", message }] });
}

/** The template of a sample, with its draft. */
export function templateOfSample({ name, description, tags, html, css, settings, dataSets, translations }: Sample) {
  return { name, description, tags: [...tags], html, css, settings, dataSets: [...dataSets], translations };
}

/** Reads the assets and snippets of a sample. */
export async function readSampleLibrary({ assets, snippets }: Sample): Promise<SampleLibrary> {
  return {
    assets: await Promise.all(assets.map(({ name, bytes }) => readAsset(name, bytes))),
    // The text is ours and short: no process reads it.
    snippets: snippets.map((snippet) => ({ ...snippet, uses: namesOfSnippets(snippet.html) })),
  };
}

/**
 * Adds what a project lacks of a sample's library. A name that the project has keeps its content, for a letterhead is what
 * the project says it is. Returns the kept ones with other content than the sample's.
 */
export async function addSampleLibrary(
  manager: EntityManager,
  { assets, snippets }: { assets: Pick<Assets, "addMissing">; snippets: Pick<Snippets, "addMissing"> },
  { projectId, library, savedBy }: { projectId: string; library: SampleLibrary; savedBy: string | null },
): Promise<LibraryPart[]> {
  const keptAssets = await assets.addMissing(manager, projectId, { assets: library.assets, savedBy });
  const keptSnippets = await snippets.addMissing(manager, projectId, { snippets: library.snippets, savedBy });
  return [
    ...keptAssets.map((name): LibraryPart => ({ kind: "asset", name })),
    ...keptSnippets.map((name): LibraryPart => ({ kind: "snippet", name })),
  ];
}
