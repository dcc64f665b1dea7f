import { operations, type PageSettings } from "@platen/contracts";
import { composeSnippets, mayUseSnippets, namesOfSnippets, type SnippetText } from "@platen/library";
import { keepPreviousData, queryOptions, useQuery, useQueryClient, type QueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { transport } from "../../api/transport.ts";
import { useProject } from "../../components/project-context.ts";
import { useLibrary, type SnippetSummary } from "../use-library.ts";

type Texts = { html: string; css: string; settings: PageSettings };

/** The texts of a template with the snippets in their places. */
export type Composed = {
  html: string;
  css: string;
  header: string;
  footer: string;
  /** The HTML of each snippet that the template names, without tags of snippets in it. */
  snippets: ReadonlyMap<string, string>;
  /** Whether the template fills the blocks of a layout. */
  usesLayout: boolean;
  /** The snippets that the texts use, and those that these use; empty while they load. */
  used: readonly SnippetText[];
};

function snippetQuery(projectId: string, { snippetId, revision }: SnippetSummary) {
  return queryOptions<SnippetText>({
    queryKey: ["snippet text", projectId, snippetId, revision],
    queryFn: ({ signal }) =>
      transport.call(operations.getSnippet.member, { params: { projectId, snippetId } }, { signal }),
    staleTime: Infinity,
  });
}

type Wanted = { projectId: string; names: readonly string[]; summaries: readonly SnippetSummary[] };

/** Reads snippets by name, and those that they use. */
async function readSnippets(queryClient: QueryClient, { projectId, names, summaries }: Wanted): Promise<SnippetText[]> {
  const found = new Map<string, SnippetText>();
  let waiting = [...names];
  while (waiting.length > 0) {
    const wanted = summaries.filter(({ name }) => waiting.includes(name) && !found.has(name));
    const read = await Promise.all(wanted.map((summary) => queryClient.fetchQuery(snippetQuery(projectId, summary))));
    for (const snippet of read) found.set(snippet.name, snippet);
    waiting = read.flatMap(({ html }) => namesOfSnippets(html)).filter((name) => !found.has(name));
  }
  return [...found.values()];
}

const none: readonly SnippetText[] = [];

function namesIn({ html, settings: { header = "", footer = "" } }: Texts): string[] {
  return [...new Set([html, header, footer].filter(mayUseSnippets).flatMap(namesOfSnippets))].toSorted();
}

/** The newest texts of the snippets that a template uses, and of those that these use; empty while they load. */
export function useSnippetTexts({ html, css, settings }: Texts): readonly SnippetText[] {
  const { projectId } = useProject();
  const queryClient = useQueryClient();
  const { snippets: summaries } = useLibrary();
  const names = useMemo(() => namesIn({ html, css, settings }), [html, css, settings]);
  const revisions = summaries.map(({ snippetId, name, revision }) => `${snippetId} ${name} ${revision}`);
  const { data: snippets = none } = useQuery({
    queryKey: ["snippet texts", projectId, names, revisions],
    queryFn: () => readSnippets(queryClient, { projectId, names, summaries }),
    enabled: names.length > 0 && summaries.length > 0,
    placeholderData: keepPreviousData,
    staleTime: Infinity,
  });
  return snippets;
}

/** Puts snippets in the places of their tags, as saving and publishing do. */
export function composeTexts({ html, css, settings }: Texts, known: readonly SnippetText[]): Composed {
  const { header = "", footer = "" } = settings;
  const names = namesIn({ html, css, settings });
  const usesLayout = /\{\{\s*</.test(html);
  if (names.length === 0 || known.length === 0) {
    return { html, css, header, footer, snippets: new Map<string, string>(), usesLayout, used: none };
  }
  const library = { snippets: known };
  const { texts } = composeSnippets({ html, css, header, footer }, library);
  const composedOf = (name: string) => composeSnippets({ html: `{{> ${name} }}`, css: "" }, library).texts.html.text;
  return {
    html: texts.html.text,
    css: texts.css.text,
    header: texts.header?.text ?? "",
    footer: texts.footer?.text ?? "",
    snippets: new Map(known.filter(({ name }) => names.includes(name)).map(({ name }) => [name, composedOf(name)])),
    usesLayout,
    used: known,
  };
}
