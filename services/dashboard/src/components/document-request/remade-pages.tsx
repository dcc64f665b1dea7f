import { Button, Skeleton } from "@mantine/core";
import type { operations, ResponseOutput } from "@platen/contracts";
import { downloadFile } from "../../ui/download-file.ts";
import { formatCount } from "../../ui/format.ts";
import { Notice } from "../../ui/notice.tsx";
import { warningCount } from "../warning-labels.ts";
import { PagePicture } from "../pdf-pages/page-picture.tsx";
import { usePdf } from "../pdf-pages/use-pdf.ts";
import type { Remade } from "./make-again.ts";
import classes from "./request-panel.module.css";

type Document = ResponseOutput<typeof operations.getDocument.key>;

const comparisons = new Map<boolean | undefined, string>([
  [true, "It is the PDF of then, byte for byte."],
  [false, "It differs from the PDF of then. Redacted values and files that changed since have this effect."],
]);

/** The pages of a PDF that was made again. */
export function RemadePages({ document: { documentId }, remade }: { document: Document; remade: Remade }) {
  const pdf = usePdf(remade.bytes);
  if (pdf?.error) return <Notice kind="failure">This browser cannot show the PDF.</Notice>;
  if (!pdf?.document) return <Skeleton height={480} aria-label="Opening the PDF" />;
  const { document } = pdf;
  const { pageCount } = document;
  return (
    <section aria-label="The PDF made again">
      <p className={classes["outcome"]}>
        <strong>{formatCount(pageCount, "page")}</strong>
        {remade.warnings === 0 ? null : <>, {warningCount(remade.warnings)}</>}. {comparisons.get(remade.isSame)}{" "}
        <Button
          variant="subtle"
          size="compact-sm"
          onClick={() => downloadFile(`${documentId}.pdf`, remade.bytes, "application/octet-stream")}
        >
          Download this PDF
        </Button>
      </p>
      <div className={classes["pages"]}>
        {Array.from({ length: pageCount }, (_, index) => (
          <PagePicture
            key={index + 1}
            document={document}
            number={index + 1}
            label={`Page ${index + 1} of ${pageCount}`}
          />
        ))}
      </div>
    </section>
  );
}
