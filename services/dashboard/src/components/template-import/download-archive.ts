import { operations, pageSettings } from "@platen/contracts";
import { writeTemplateArchive, type ImportedSnippet } from "@platen/library-import";
import { transport } from "../../api/transport.ts";
import type { TemplateKey } from "../../paths.ts";
import { downloadFile } from "../../ui/download-file.ts";
import { templateFileName } from "../template-file/template-file.ts";

/** Names in the texts of a template, such as `logo.svg` of `asset:logo.svg`. */
function namesIn(texts: readonly string[], pattern: RegExp): Set<string> {
  return new Set(texts.flatMap((text) => [...text.matchAll(pattern)].map((found) => found[1] ?? "")));
}

const assetNames = /asset:([a-z0-9][a-z0-9._/-]*)/g;
const snippetNames = /\{\{\s?[><]\s?([a-z0-9][a-z0-9_-]*)\s?\}\}/g;

/** Downloads a template with its saved draft, and the files and snippets that it names, as a ZIP. */
export async function downloadArchive(params: TemplateKey): Promise<void> {
  const { projectId } = params;
  const [template, draft] = await Promise.all([
    transport.call(operations.getTemplate.member, { params }),
    transport.call(operations.getDraft.member, { params }),
  ]);
  const { name, description, tags } = template;
  const { html, css, dataSets, translations = {} } = draft;
  const settings = pageSettings.parse(draft.settings);
  const snippets = await snippetsOf(projectId, [html]);
  const texts = [
    html,
    css,
    settings.header ?? "",
    settings.footer ?? "",
    ...snippets.flatMap((one) => [one.html, one.css]),
  ];
  const archive = writeTemplateArchive({
    about: {
      name,
      description,
      tags,
      settings,
      dataSets: dataSets.map((set) => ({ name: set.name, json: set.json })),
      translations,
    },
    html,
    css,
    assets: await assetsOf(projectId, texts),
    snippets,
  });
  downloadFile(templateFileName(name).replace(/\.json$/, ".zip"), archive, "application/zip");
}

/** The snippets that texts name, and those that these name. */
async function snippetsOf(projectId: string, texts: readonly string[]): Promise<ImportedSnippet[]> {
  const found = new Map<string, ImportedSnippet>();
  const pending = [...namesIn(texts, snippetNames)];
  for (let name = pending.pop(); name !== undefined; name = pending.pop()) {
    if (found.has(name)) continue;
    const { snippets } = await transport.call(operations.listSnippets.member, {
      params: { projectId },
      query: { search: name, pageSize: 100 },
    });
    const summary = snippets.find((one) => one.name === name);
    if (!summary) continue;
    const { html, css } = await transport.call(operations.getSnippet.member, {
      params: { projectId, snippetId: summary.snippetId },
    });
    found.set(name, { name, html, css });
    pending.push(...namesIn([html], snippetNames));
  }
  return [...found.values()];
}

/** The assets that texts name. A name that data complete stands for all that begin like it. */
async function assetsOf(projectId: string, texts: readonly string[]): Promise<{ name: string; bytes: Uint8Array }[]> {
  const names = namesIn(texts, assetNames);
  const beginnings = [...namesIn(texts, /asset:([a-z0-9][a-z0-9._/-]*)(?=\{\{)/g)];
  if (names.size === 0) return [];
  const files: { name: string; bytes: Uint8Array }[] = [];
  for (let page = 1, seen = 0; ; page += 1) {
    const { assets, pagination } = await transport.call(operations.listAssets.member, {
      params: { projectId },
      query: { page, pageSize: 100 },
    });
    for (const { name, assetId } of assets) {
      if (!names.has(name) && !beginnings.some((beginning) => name.startsWith(beginning))) continue;
      const { bytes } = await transport.bytes(operations.getAssetContent.member, { params: { projectId, assetId } });
      files.push({ name, bytes });
    }
    seen += assets.length;
    if (assets.length === 0 || seen >= pagination.total) return files;
  }
}
