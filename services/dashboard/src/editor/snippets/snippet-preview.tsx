import { Skeleton } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { operations, type PageSettings } from "@platen/contracts";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { operationQuery } from "../../api/operation-query.ts";
import { problemMessage } from "../../api/problem-message.ts";
import { transport } from "../../api/transport.ts";
import { PagePicture } from "../../components/pdf-pages/page-picture.tsx";
import { usePdf } from "../../components/pdf-pages/use-pdf.ts";
import { useProject } from "../../components/project-context.ts";
import { parseObject } from "@platen/template-source";
import { Notice } from "../../ui/notice.tsx";

type SnippetPreviewProps = {
  html: string;
  css: string;
  /** A template that uses the snippet. Its data, page and style show the snippet as there. */
  host: { templateId: string; name: string } | undefined;
};

const pauseMs = 500;

/** Settings of the page without its header and footer, which do not belong to the snippet. */
function pageOf({ header: _header, footer: _footer, ...page }: PageSettings): PageSettings {
  return page;
}

/** A snippet alone on a page, as it is written at the moment. */
export function SnippetPreview({ html, css, host }: SnippetPreviewProps) {
  const { projectId } = useProject();
  const draft = useQuery({
    ...operationQuery(operations.getDraft.member, { params: { projectId, templateId: host?.templateId ?? "" } }),
    enabled: host !== undefined,
  });
  const [text] = useDebouncedValue({ html, css }, pauseMs);
  const isReady = host === undefined || draft.data !== undefined || draft.error !== null;
  const body = {
    name: "Snippet",
    html: text.html,
    css: draft.data ? `${text.css}\n${draft.data.css}` : text.css,
    settings: pageOf(draft.data?.settings ?? {}),
    data: parseObject(draft.data?.dataSets[0]?.json ?? "{}") ?? {},
  };
  const { data: bytes, error } = useQuery({
    queryKey: ["snippet preview", projectId, body],
    queryFn: async ({ signal }) =>
      (await transport.bytes(operations.previewSource, { params: { projectId }, body }, { signal })).bytes,
    enabled: isReady,
    staleTime: Infinity,
    gcTime: 60_000,
    retry: false,
    placeholderData: keepPreviousData,
  });
  const pdf = usePdf(bytes);
  return (
    <section aria-label="Preview" style={{ minWidth: 0 }}>
      <p style={{ margin: "0 0 0.5rem", color: "var(--soft)", fontSize: "0.8125rem" }}>
        {host === undefined ? "Alone, without data." : `Alone, with the data and style of ${host.name}.`}
      </p>
      {error ? <Notice kind="warning">{problemMessage(error)}</Notice> : null}
      {pdf?.document ? (
        <PagePicture document={pdf.document} number={1} label="Snippet" />
      ) : error ? null : (
        <Skeleton height={320} aria-label="Rendering the snippet" />
      )}
    </section>
  );
}
