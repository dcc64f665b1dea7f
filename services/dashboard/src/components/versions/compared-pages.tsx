import { Skeleton, Switch } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { problemMessage } from "../../api/problem-message.ts";
import type { PdfDocument } from "../../pdf/open-pdf.ts";
import type { ComparedVersion } from "../../paths.ts";
import { formatCount } from "../../ui/format.ts";
import { Notice } from "../../ui/notice.tsx";
import { PagePicture } from "../pdf-pages/page-picture.tsx";
import { useDifferingPages, type DifferingPages } from "../pdf-pages/use-differing-pages.ts";
import { usePdf } from "../pdf-pages/use-pdf.ts";
import { useProject } from "../project-context.ts";
import type { Source } from "../source-diff/changed-parts.ts";
import classes from "./compared-pages.module.css";
import { sourcePdfQuery, versionName } from "./version-source.ts";

/** A document to compare: its name, and the query that reads its PDF. */
export type ComparedDocument = { name: string; query: ReturnType<typeof sourcePdfQuery> };

/** A version, or the draft, with its source. */
type ComparedSource = { which: ComparedVersion; source: Source };

function useDocument({ name, query }: ComparedDocument) {
  const { data: bytes, error } = useQuery(query);
  const pdf = usePdf(bytes);
  const problem = error ? problemMessage(error) : pdf?.error ? "This browser cannot show the PDF." : undefined;
  return { document: pdf?.document, problem: problem === undefined ? undefined : `${name}: ${problem}` };
}

function summaryOf({ pageCount, comparedCount, differing }: DifferingPages): string {
  if (comparedCount < pageCount) return `Comparing page ${comparedCount + 1} of ${pageCount}…`;
  if (differing.size === 0) {
    return pageCount === 1
      ? "The page is the same, pixel by pixel."
      : `All ${pageCount} pages are the same, pixel by pixel.`;
  }
  return `${differing.size} of ${formatCount(pageCount, "page")} ${differing.size === 1 ? "differs" : "differ"}.`;
}

function Side({ document, number, name }: { document: PdfDocument; number: number; name: string }) {
  if (number > document.pageCount)
    return (
      <div className={classes["none"]}>
        {name} has no page {number}.
      </div>
    );
  return <PagePicture document={document} number={number} label={`${name}, page ${number}`} />;
}

type ComparedDocumentsProps = {
  before: ComparedDocument;
  after: ComparedDocument;
  /** Whether only pages that differ are shown at first. */
  isFilteredFirst?: boolean;
};

/** The pages of two documents side by side, with differing pages marked. */
export function ComparedDocuments({ before, after, isFilteredFirst = false }: ComparedDocumentsProps) {
  const old = useDocument(before);
  const now = useDocument(after);
  const found = useDifferingPages(old.document, now.document);
  const [isFiltered, setIsFiltered] = useState(isFilteredFirst);
  const problems = [old.problem, now.problem].filter((problem) => problem !== undefined);
  if (problems.length > 0) {
    return problems.map((problem) => (
      <Notice key={problem} kind="failure">
        {problem}
      </Notice>
    ));
  }
  if (!old.document || !now.document) return <Skeleton height={420} aria-label="Rendering the pages" />;
  const [oldDocument, nowDocument] = [old.document, now.document];
  const numbers = Array.from({ length: found.pageCount }, (_, index) => index + 1);
  return (
    <>
      <div className={classes["bar"]}>
        <output>{summaryOf(found)}</output>
        {found.pageCount > 1 ? (
          <Switch
            label="Only pages that differ"
            checked={isFiltered}
            onChange={({ currentTarget }) => setIsFiltered(currentTarget.checked)}
          />
        ) : null}
      </div>
      <div className={classes["names"]}>
        <span>{before.name}</span>
        <span>{after.name}</span>
      </div>
      <ol className={classes["pages"]}>
        {numbers
          .filter((number) => !isFiltered || found.differing.has(number))
          .map((number) => {
            const isDifferent = found.differing.has(number);
            const verdict = isDifferent ? "differs" : number <= found.comparedCount ? "the same" : "";
            return (
              <li key={number} data-different={isDifferent || undefined}>
                <div className={classes["verdict"]}>
                  Page {number} {verdict === "" ? null : <strong>{verdict}</strong>}
                </div>
                <div className={classes["pair"]}>
                  <Side document={oldDocument} number={number} name={before.name} />
                  <Side document={nowDocument} number={number} name={after.name} />
                </div>
              </li>
            );
          })}
      </ol>
    </>
  );
}

type ComparedPagesProps = {
  templateId: string;
  before: ComparedSource;
  after: ComparedSource;
  isFilteredFirst?: boolean;
};

/** The pages of two sources side by side, with differing pages marked. */
export function ComparedPages({ templateId, before, after, isFilteredFirst = false }: ComparedPagesProps) {
  const { projectId } = useProject();
  const documentOf = ({ which, source }: ComparedSource): ComparedDocument => ({
    name: versionName(which),
    query: sourcePdfQuery({ projectId, templateId }, which, source),
  });
  return <ComparedDocuments before={documentOf(before)} after={documentOf(after)} isFilteredFirst={isFilteredFirst} />;
}
