import { SegmentedControl, Skeleton, TextInput } from "@mantine/core";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { useState } from "react";
import { problemMessage } from "../../api/problem-message.ts";
import { PagePicture } from "../../components/pdf-pages/page-picture.tsx";
import { useDataPdf } from "../../components/pdf-pages/use-data-pdf.ts";
import { usePdf } from "../../components/pdf-pages/use-pdf.ts";
import { CodeBlock } from "../../ui/code-block.tsx";
import { formatCount } from "../../ui/format.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Panel } from "../../ui/panel.tsx";
import type { OptionFields } from "./batch-options.ts";
import type { Line } from "./cell.ts";
import type { ChosenFile } from "./chosen-file.ts";
import { rowOf, type Mapping } from "./column-mapping.ts";
import { FileMistake } from "./file-mistake.ts";
import { FileProblem } from "./file-problem.tsx";
import classes from "./document-preview.module.css";
import { lacksOf } from "./lacks-of.ts";
import type { PublishedTemplate } from "./template-choice.tsx";
import { useDocumentLines } from "./use-document-lines.ts";

/** A row as it is sent, as JSON, or what is wrong with it. */
function rowAsSent(
  lines: readonly Line[],
  chosen: ChosenFile,
  mapping: Mapping,
): { json: string; data: string } | { mistake: FileMistake } {
  try {
    const row = rowOf(lines, mapping, chosen);
    return { json: JSON.stringify(row, null, 2), data: JSON.stringify(row.data) };
  } catch (error) {
    if (!(error instanceof FileMistake)) throw error;
    return { mistake: error };
  }
}

type Region = Pick<OptionFields, "locale" | "timeZone">;
type PageProps = { template: PublishedTemplate; json: string; region: Region; number: number };

/** The first page of a document, and what the document lacks. */
function FirstPage({ template, json, region: { locale, timeZone }, number }: PageProps) {
  const region = { ...(locale !== undefined && { locale }), ...(timeZone !== undefined && { timeZone }) };
  const { data, error } = useDataPdf({ template, json, region });
  const pdf = usePdf(data?.bytes);
  if (error) return <Notice kind="failure">{problemMessage(error)}</Notice>;
  if (pdf?.error) return <Notice kind="failure">This browser cannot show the PDF.</Notice>;
  if (!data || !pdf?.document) return <Skeleton height={420} maw="30rem" aria-label="Making the page" />;
  const { document } = pdf;
  const others = document.pageCount - 1;
  return (
    <>
      {data.warnings.length === 0 ? null : (
        <Notice kind="warning">
          <ul className={classes["warnings"]}>
            {lacksOf(data.warnings).map((lack) => (
              <li key={lack}>{lack}</li>
            ))}
          </ul>
        </Notice>
      )}
      <div className={classes["page"]}>
        <PagePicture document={document} number={1} label={`First page of document ${number}`} />
      </div>
      {others === 0 ? null : <p className={classes["others"]}>And {formatCount(others, "more page", "more pages")}.</p>}
    </>
  );
}

type ChoiceProps = { number: number; count: number; onChoose: (number: number) => void };

/** The number of the shown document, with the ways to the others. */
function DocumentChoice({ number, count, onChoose }: ChoiceProps) {
  const [typed, setTyped] = useState<string>();
  function type(text: string): void {
    setTyped(text);
    const wanted = /^\d{1,7}$/.test(text) ? Number(text) : 0;
    if (wanted >= 1 && wanted <= count) onChoose(wanted);
  }
  return (
    <div className={classes["choice"]}>
      <IconButton
        label="Previous document"
        icon={ChevronLeft}
        disabled={number === 1}
        onClick={() => onChoose(number - 1)}
      />
      <TextInput
        size="xs"
        w="4.5rem"
        aria-label="Number of the document"
        inputMode="numeric"
        value={typed ?? String(number)}
        onChange={({ currentTarget }) => type(currentTarget.value)}
        onBlur={() => setTyped(undefined)}
      />
      <span className="figures">of {count.toLocaleString("en")}</span>
      <IconButton
        label="Next document"
        icon={ChevronRight}
        disabled={number >= count}
        onClick={() => onChoose(number + 1)}
      />
    </div>
  );
}

type DocumentPreviewProps = {
  template: PublishedTemplate;
  /** The lines of the first document. */
  first: readonly Line[];
  /** How many documents the file makes; undefined until they are counted. */
  count: number | undefined;
  chosen: ChosenFile;
  mapping: Mapping;
  region: Region;
};

/** Any document of the file, as its page or as the data that Platen gets. */
export function DocumentPreview({ template, first, count, chosen, mapping, region }: DocumentPreviewProps) {
  const [view, setView] = useState("page");
  const [wanted, setWanted] = useState(1);
  // Rows may be left out meanwhile.
  const number = Math.max(1, Math.min(wanted, count ?? 1));
  const lines = useDocumentLines(chosen, mapping, { number: number - 1, first });
  const row = lines && rowAsSent(lines, chosen, mapping);
  return (
    <Panel title="Preview">
      <div className={classes["bar"]}>
        <SegmentedControl
          size="xs"
          aria-label="How the document is shown"
          value={view}
          onChange={setView}
          data={[
            { value: "page", label: "Page" },
            { value: "data", label: "Data" },
          ]}
        />
        {count !== undefined && count > 1 ? (
          <DocumentChoice number={number} count={count} onChoose={setWanted} />
        ) : null}
      </div>
      {row === undefined ? (
        <Skeleton height={420} maw="30rem" aria-label="Reading the file" />
      ) : "mistake" in row ? (
        <FileProblem error={row.mistake} />
      ) : view === "data" ? (
        <CodeBlock code={row.json} name="row" />
      ) : (
        <FirstPage template={template} json={row.data} region={region} number={number} />
      )}
    </Panel>
  );
}
