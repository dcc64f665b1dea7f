import { operations, pageSettings, type RequestOf, type ResponseOutput } from "@platen/contracts";
import { ApiProblem } from "@platen/client";
import { renameAssets, renameAssetsIn, renameSnippets, type ImportedTemplate } from "@platen/library-import";
import { transport } from "../../api/transport.ts";

type NewTemplate = RequestOf<typeof operations.createTemplate.member>["body"];
type Asset = ResponseOutput<typeof operations.listAssets.member>["assets"][number];

/**
 * Brings the files and snippets of an imported template into the project's library, and returns the template to create.
 * The same bytes under the same name are one file; other bytes under a taken name get a new one.
 */
export async function bringIntoProject(
  projectId: string,
  imported: ImportedTemplate,
  name: string,
): Promise<NewTemplate> {
  const assets = await uploadAssets(projectId, imported.assets);
  const withAssets = (text: string) => renameAssets(text, assets);
  const snippets = await createSnippets(
    projectId,
    imported.snippets.map((snippet) => ({ ...snippet, html: withAssets(snippet.html), css: withAssets(snippet.css) })),
  );
  const { description, tags, dataSets, translations } = operations.createTemplate.member.request.body
    .pick({ description: true, tags: true, dataSets: true, translations: true })
    .partial()
    .catch({})
    .parse(imported.about);
  return {
    name,
    html: renameSnippets(withAssets(imported.html), snippets),
    css: withAssets(imported.css),
    settings: validSettings(imported.settings),
    dataSets: dataSets ?? [{ name: "Sample", json: imported.sample ?? "{}" }],
    ...(description !== undefined && { description }),
    ...(tags && { tags }),
    ...(translations && { translations }),
  };
}

/** Leaves out the settings of another system that Platen does not take. */
function validSettings(settings: Record<string, unknown>): NewTemplate["settings"] {
  const valid = Object.entries(settings).filter(([name, value]) => pageSettings.safeParse({ [name]: value }).success);
  const all = pageSettings.safeParse(Object.fromEntries(valid));
  return all.success ? all.data : {};
}

/** The name with a number before its extension. */
function numbered(name: string, number: number): string {
  const dot = name.lastIndexOf(".");
  return dot < 1 ? `${name}-${number}` : `${name.slice(0, dot)}-${number}${name.slice(dot)}`;
}

const isSheet = ({ name }: { name: string }) => name.endsWith(".css");

async function uploadAssets(projectId: string, files: ImportedTemplate["assets"]): Promise<Map<string, string>> {
  const renamed = new Map<string, string>();
  if (files.length === 0) return renamed;
  const known = await listAll(projectId);
  // Style sheets come last: they name the other files.
  for (const file of [...files.filter((one) => !isSheet(one)), ...files.filter(isSheet)]) {
    const { name } = file;
    const bytes = renameAssetsIn(file, renamed);
    const sha256 = await digestOf(bytes);
    let free = name;
    for (let number = 2; ; number += 1) {
      const taken = known.get(free);
      if (!taken) {
        await transport.call(operations.uploadAsset.member, { params: { projectId }, query: { name: free }, bytes });
        break;
      }
      if (taken.sha256 === sha256) break;
      free = numbered(name, number);
    }
    if (free !== name) renamed.set(name, free);
  }
  return renamed;
}

async function listAll(projectId: string): Promise<Map<string, Asset>> {
  const known = new Map<string, Asset>();
  for (let page = 1; ; page += 1) {
    const { assets, pagination } = await transport.call(operations.listAssets.member, {
      params: { projectId },
      query: { page, pageSize: 100 },
    });
    for (const asset of assets) known.set(asset.name, asset);
    if (assets.length === 0 || known.size >= pagination.total) return known;
  }
}

/** The SHA-256 in hex. A page without HTTPS has none: its files with taken names get new ones. */
async function digestOf(bytes: Uint8Array): Promise<string | undefined> {
  if (!window.isSecureContext) return undefined;
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", Uint8Array.from(bytes)));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

async function createSnippets(projectId: string, snippets: ImportedTemplate["snippets"]): Promise<Map<string, string>> {
  const renamed = new Map<string, string>();
  for (const { name, html, css } of snippets) {
    let free = name;
    for (let number = 2; ; number += 1) {
      if (await createSnippet(projectId, { name: free, html: renameSnippets(html, renamed), css })) break;
      free = numbered(name, number);
    }
    if (free !== name) renamed.set(name, free);
  }
  return renamed;
}

/** Creates a snippet. Returns false if another one has the name. */
async function createSnippet(
  projectId: string,
  body: RequestOf<typeof operations.createSnippet.member>["body"],
): Promise<boolean> {
  const params = { projectId };
  try {
    await transport.call(operations.createSnippet.member, { params, body });
    return true;
  } catch (error) {
    if (!(error instanceof ApiProblem) || error.code !== "snippet.name_taken") throw error;
    const { snippets } = await transport.call(operations.listSnippets.member, {
      params,
      query: { search: body.name, pageSize: 100 },
    });
    const taken = snippets.find(({ name }) => name === body.name);
    if (!taken) return false;
    const { html, css } = await transport.call(operations.getSnippet.member, {
      params: { projectId, snippetId: taken.snippetId },
    });
    return html === body.html && css === (body.css ?? "");
  }
}
