import { Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { problemMessage } from "../../api/problem-message.ts";
import { Notice } from "../../ui/notice.tsx";
import { PagePicture } from "../pdf-pages/page-picture.tsx";
import { usePdf } from "../pdf-pages/use-pdf.ts";
import { useProject } from "../project-context.ts";
import type { Source } from "../source-diff/changed-parts.ts";
import { sourcePdfQuery } from "./version-source.ts";

/** The pages of a version with its first data set. */
export function VersionPages({ templateId, version, source }: { templateId: string; version: number; source: Source }) {
  const { projectId } = useProject();
  const { data: bytes, error } = useQuery(sourcePdfQuery({ projectId, templateId }, version, source));
  const pdf = usePdf(bytes);
  if (error) return <Notice kind="failure">{problemMessage(error)}</Notice>;
  if (pdf?.error) return <Notice kind="failure">This browser cannot show the PDF.</Notice>;
  if (!pdf?.document) return <Skeleton height={480} maw="38rem" aria-label="Rendering the pages" />;
  const { document } = pdf;
  return (
    <div style={{ display: "grid", gap: "1.25rem", maxWidth: "46rem" }}>
      {Array.from({ length: document.pageCount }, (_, index) => (
        <PagePicture
          key={index + 1}
          document={document}
          number={index + 1}
          label={`Page ${index + 1} of ${document.pageCount}`}
        />
      ))}
    </div>
  );
}
