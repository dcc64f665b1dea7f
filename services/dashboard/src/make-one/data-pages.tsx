import { Skeleton } from "@mantine/core";
import type { PdfDocument } from "../pdf/open-pdf.ts";
import { problemMessage } from "../api/problem-message.ts";
import { lacksOf } from "../batches/new/lacks-of.ts";
import { PagePicture } from "../components/pdf-pages/page-picture.tsx";
import type { useDataPdf } from "../components/pdf-pages/use-data-pdf.ts";
import { usePdf } from "../components/pdf-pages/use-pdf.ts";
import { formatCount } from "../ui/format.ts";
import { Notice } from "../ui/notice.tsx";
import classes from "./make-one.module.css";

/** Many pages would take the browser's memory; the document has all of them. */
const mostPages = 50;

function Pages({ document, isBehind }: { document: PdfDocument; isBehind: boolean }) {
  const { pageCount } = document;
  return (
    <>
      <p className={classes["about"]} aria-live="polite">
        <span>{formatCount(pageCount, "page")}</span>
        {isBehind ? <span>Making the pages …</span> : null}
      </p>
      <div className={classes["pages"]} data-behind={isBehind || undefined}>
        {Array.from({ length: Math.min(pageCount, mostPages) }, (_, index) => (
          <PagePicture
            key={index + 1}
            document={document}
            number={index + 1}
            label={`Page ${index + 1} of ${pageCount}`}
          />
        ))}
      </div>
      {pageCount > mostPages ? <p>And {formatCount(pageCount - mostPages, "more page", "more pages")}.</p> : null}
    </>
  );
}

/** The pages that the data make, and what they lack. */
export function DataPages({ made: { data, error, isBehind } }: { made: ReturnType<typeof useDataPdf> }) {
  const pdf = usePdf(data?.bytes);
  const lacks = data ? lacksOf(data.warnings) : [];
  return (
    <section aria-label="Pages" className={classes["preview"]}>
      {error ? <Notice kind="failure">{problemMessage(error)}</Notice> : null}
      {pdf?.error ? <Notice kind="failure">This browser cannot show the PDF.</Notice> : null}
      {lacks.length === 0 ? null : (
        <Notice kind="warning">
          <ul className={classes["warnings"]}>
            {lacks.map((lack) => (
              <li key={lack}>{lack}</li>
            ))}
          </ul>
        </Notice>
      )}
      {pdf?.document ? (
        <Pages document={pdf.document} isBehind={isBehind} />
      ) : error || pdf?.error ? null : (
        <Skeleton height={480} aria-label="Making the pages" />
      )}
    </section>
  );
}
