import type { Asset, FontFace } from "@platen/contracts";
import { queryOptions, useQueries, useQueryClient, type QueryClient, type UseQueryResult } from "@tanstack/react-query";
import { useMemo } from "react";
import { useProject } from "../../../components/project-context.ts";
import { assetNamesIn, linkedSheets, placeImports } from "../../../library/assets/asset-addresses.ts";
import { assetBytesQuery, objectUrlOf } from "../../../library/assets/asset-bytes.ts";
import { useLibrary } from "../../../library/use-library.ts";
import { printedFontRules } from "./printed-fonts.ts";

/** What the canvas needs beside the template: addresses by name, the rules of fonts, and style sheets by name. */
export type CanvasAssets = {
  urls: ReadonlyMap<string, string>;
  fontRules: string;
  sheets: ReadonlyMap<string, string>;
};

function sheetQuery(queryClient: QueryClient, projectId: string, asset: Asset) {
  return queryOptions<string>({
    queryKey: ["asset text", projectId, asset.assetId, asset.sha256],
    queryFn: async () => (await queryClient.fetchQuery(assetBytesQuery(projectId, asset))).text(),
    staleTime: Infinity,
  });
}

/** A list with the same answers stays the same list, so that the canvas is drawn only when something has come. */
function dataOf<T>(results: readonly UseQueryResult<T>[]): (T | undefined)[] {
  return results.map(({ data }) => data);
}

function fontRule({ family, weight, style }: FontFace, url: string): string {
  return `@font-face { font-family: ${JSON.stringify(family)}; font-weight: ${weight}; font-style: ${style}; src: url(${url}); }`;
}

/** The families that `@font-face` rules of a text name. */
function familiesWithRules(text: string): string[] {
  const rules = text.matchAll(/@font-face\s*\{[^}]*?font-family\s*:\s*("[^"]*"|'[^']*'|[^;}"']*)/gi);
  return [...rules].map(([, family = ""]) => family.trim().replaceAll(/^["']|["']$/g, ""));
}

/** The parts of a template that name assets and fonts: HTML as written and as filled, and CSS. */
type Texts = { html: string; filled: string; css: string; header: string; footer: string };

/** Reads the assets that a template uses: those that it names by address, and fonts that it names by family. */
export function useCanvasAssets({ html, filled, css, header, footer }: Texts): CanvasAssets {
  const { projectId } = useProject();
  const queryClient = useQueryClient();
  const { assets } = useLibrary();

  const sheetAssets = useMemo(() => assets.filter(({ kind }) => kind === "stylesheet"), [assets]);
  const areSheetsWanted = useMemo(() => {
    const names = new Set([...linkedSheets(html), ...assetNamesIn(css)]);
    return sheetAssets.some(({ name }) => names.has(name));
  }, [sheetAssets, html, css]);
  const sheetTexts = useQueries({
    // A style sheet may import any other.
    queries: sheetAssets.map((asset) => ({ ...sheetQuery(queryClient, projectId, asset), enabled: areSheetsWanted })),
    combine: dataOf<string>,
  });
  const sheets = useMemo(() => {
    const known = sheetAssets.map(({ name }, index) => [name, sheetTexts[index]] as const);
    return new Map(known.flatMap(([name, text]) => (text === undefined ? [] : [[name, text] as const])));
  }, [sheetAssets, sheetTexts]);

  const text = useMemo(
    () => [html, filled, placeImports(css, sheets), header, footer, ...sheets.values()].join("\n"),
    [html, filled, css, header, footer, sheets],
  );
  const wanted = useMemo(() => {
    const names = new Set(assetNamesIn(text));
    return assets.filter(
      ({ name, kind, font }) =>
        (names.has(name) && (kind === "picture" || kind === "font")) || (font && text.includes(font.family)),
    );
  }, [assets, text]);
  const files = useQueries({
    queries: wanted.map((asset) => assetBytesQuery(projectId, asset)),
    combine: dataOf<Blob>,
  });
  const families = useMemo(() => familiesWithRules(text), [text]);
  // As text, because it rarely changes when the template does.
  const ownFamilies = [...wanted.flatMap(({ font }) => (font ? [font.family] : [])), ...families];
  const own = [...new Set(ownFamilies)].toSorted().join("\n");
  const printed = useMemo(() => printedFontRules(own.split("\n")), [own]);
  return useMemo(() => {
    const urls = new Map<string, string>();
    const rules = [printed];
    for (const [index, { name, font }] of wanted.entries()) {
      const file = files[index];
      if (!file) continue;
      const url = objectUrlOf(file);
      urls.set(name, url);
      if (font) rules.push(fontRule(font, url));
    }
    return { urls, fontRules: rules.join("\n"), sheets };
  }, [wanted, files, sheets, printed]);
}
