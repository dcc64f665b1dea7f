import { ImportError } from "../import-error.ts";
import { textOf, type ImportFile } from "../files/import-file.ts";
import { snippetNameOf } from "../languages/snippet-name.ts";
import type { ReportRow } from "../report.ts";
import type { ImportedSnippet, TemplateSource } from "../template-source.ts";
import { writeAssetCalls } from "./write-asset-calls.ts";
import { firstText, formatOf, isRecord, isSet, lengthOf, marginOf, sampleOf } from "./settings.ts";

type Entity = Record<string, unknown>;

const folders = ["templates", "assets", "components", "data"] as const;

/** Reads an export of jsreport, which has a JSON file for each entity; undefined for other files. */
export function readJsreport(files: readonly ImportFile[]): TemplateSource | undefined {
  if (!files.some(({ name }) => /^templates\/[^/]+\.json$/.test(name))) return undefined;
  const entities: Record<(typeof folders)[number], Entity[]> = { templates: [], assets: [], components: [], data: [] };
  for (const { name, bytes } of files) {
    const folder = folders.find((each) => name.startsWith(`${each}/`) && name.endsWith(".json"));
    const entity = folder && jsonOf(bytes);
    if (folder && isRecord(entity)) entities[folder].push(entity);
  }
  const templates = entities.templates.filter(({ content }) => typeof content === "string");
  const template = templates.find(({ recipe }) => recipe === "chrome-pdf") ?? templates[0];
  if (!template) throw new ImportError("The export of jsreport has no template.");
  const rows: ReportRow[] = [];
  for (const other of templates) {
    if (other === template) continue;
    const message =
      "The export has several templates; this one became a snippet. Export it alone to import it as a template.";
    rows.push({ kind: "note", subject: firstText(other["name"]) ?? "", outcome: "skipped", message });
  }
  const engine = firstText(template["engine"]) ?? "handlebars";
  if (engine !== "handlebars" && engine !== "none") {
    rows.push({
      kind: "note",
      subject: engine,
      outcome: "listed",
      message: "Platen rewrites Handlebars. Tags of other engines stay.",
    });
  }
  const assets = entities.assets.flatMap((asset): ImportFile[] => {
    const name = firstText(asset["name"]);
    const bytes = contentOf(asset["content"]);
    return name !== undefined && bytes ? [{ name, bytes }] : [];
  });
  const named = (name: string) => assets.find((asset) => asset.name === name.split("/").at(-1));
  const html = writeAssetCalls(String(template["content"]), named);
  const snippets = [...entities.components, ...templates.filter((other) => other !== template)].flatMap(
    (entity): ImportedSnippet[] => {
      const name = firstText(entity["name"]);
      const content = firstText(entity["content"]);
      return name === undefined || content === undefined
        ? []
        : [{ name: snippetNameOf(name), html: writeAssetCalls(content, named), css: "" }];
    },
  );
  const dataId = isRecord(template["data"]) ? template["data"]["shortid"] : undefined;
  const data = entities.data.find(({ shortid }) => shortid === dataId) ?? entities.data[0];
  // Assets with a scope hold functions for all templates below them.
  const shared = entities.assets.filter(
    (asset) => isSet(asset["isSharedHelper"]) || firstText(asset["sharedHelpersScope"]),
  );
  const scripts = shared.map(({ content }) => textOf(contentOf(content) ?? new Uint8Array()));
  const ownHelpers = helperNames([firstText(template["helpers"]) ?? "", ...scripts].join("\n"));
  if (ownHelpers.size > 0) {
    const message = "Platen runs no functions of templates: their tags stay, and are listed.";
    rows.push({ kind: "note", subject: [...ownHelpers].join(", "), outcome: "listed", message });
  }
  return {
    system: "jsreport",
    name: firstText(template["name"]),
    html,
    htmlFile: "template.html",
    css: "",
    language: engine === "handlebars" ? "handlebars" : undefined,
    settings: chromeSettings(template["chrome"], named),
    sample: sampleOf(data?.["dataJson"]),
    snippets,
    files: assets,
    rows,
    ownHelpers,
  };
}

function jsonOf(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(textOf(bytes));
  } catch {
    return undefined;
  }
}

/** The bytes of an asset, which an export stores as Base64, or as a list of numbers. */
function contentOf(content: unknown): Uint8Array | undefined {
  if (isRecord(content) && Array.isArray(content["data"])) return Uint8Array.from(content["data"], Number);
  if (typeof content !== "string") return undefined;
  try {
    return Uint8Array.from(atob(content.replaceAll(/\s/g, "")), (character) => character.charCodeAt(0));
  } catch {
    return new TextEncoder().encode(content);
  }
}

/** Names of the functions of a script. */
function helperNames(script: string): ReadonlySet<string> {
  const found = script.matchAll(
    /\bfunction\s+([A-Za-z_$][\w$]*)\s*\(|\b(?:const|let|var)\s+([A-Za-z_$][\w$]*)\s*=\s*(?:async\s*)?(?:function\b|\()/g,
  );
  return new Set([...found].map(([, declared, assigned]) => declared ?? assigned ?? ""));
}

function chromeSettings(written: unknown, named: (name: string) => ImportFile | undefined): Record<string, unknown> {
  const chrome = isRecord(written) ? written : {};
  const [width, height] = [lengthOf(chrome["width"], "px"), lengthOf(chrome["height"], "px")];
  const side = (name: string) => lengthOf(chrome[`margin${name}`], "px");
  const hasEdges = isSet(chrome["displayHeaderFooter"]);
  const [header, footer] = ["headerTemplate", "footerTemplate"].map((name) =>
    hasEdges ? firstText(chrome[name]) : undefined,
  );
  const scale = Number(chrome["scale"] ?? 1);
  const ranges = firstText(chrome["pageRanges"]);
  return {
    ...(width !== undefined && height !== undefined ? { width, height } : formatOf(chrome["format"])),
    ...(isSet(chrome["landscape"]) && { orientation: "landscape" }),
    ...marginOf({ top: side("Top"), right: side("Right"), bottom: side("Bottom"), left: side("Left") }),
    ...(header !== undefined && { header: writeAssetCalls(header, named) }),
    ...(footer !== undefined && { footer: writeAssetCalls(footer, named) }),
    ...(chrome["printBackground"] !== undefined && { printBackground: isSet(chrome["printBackground"]) }),
    ...(scale >= 0.1 && scale <= 2 && scale !== 1 && { scale }),
    ...(ranges !== undefined && { pageRanges: ranges }),
    ...(chrome["mediaType"] === "screen" && { media: "screen" }),
    ...(isSet(chrome["waitForJS"]) && { javascript: true }),
  };
}
