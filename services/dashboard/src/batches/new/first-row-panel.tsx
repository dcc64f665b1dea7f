import { SegmentedControl, Skeleton } from "@mantine/core";
import { useState } from "react";
import { problemMessage } from "../../api/problem-message.ts";
import { PagePicture } from "../../components/pdf-pages/page-picture.tsx";
import { useDataPdf } from "../../components/pdf-pages/use-data-pdf.ts";
import { usePdf } from "../../components/pdf-pages/use-pdf.ts";
import { CodeBlock } from "../../ui/code-block.tsx";
import { formatCount } from "../../ui/format.ts";
import { Notice } from "../../ui/notice.tsx";
import { Panel } from "../../ui/panel.tsx";
import type { OptionFields } from "./batch-options.ts";
import type { Line } from "./cell.ts";
import type { ChosenFile } from "./chosen-file.ts";
import { rowOf, type Mapping } from "./column-mapping.ts";
import { FileMistake } from "./file-mistake.ts";
import { FileProblem } from "./file-problem.tsx";
import classes from "./first-row-panel.module.css";
import { lacksOf } from "./lacks-of.ts";
import type { PublishedTemplate } from "./template-choice.tsx";

/** The first row as it is sent, as JSON, or what is wrong with it. */
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
type PageProps = { template: PublishedTemplate; json: string; region: Region };

/** The first page of the row's document, and what the document lacks. */
function FirstPage({ template, json, region: { locale, timeZone } }: PageProps) {
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
        <PagePicture document={document} number={1} label="First page of the first row" />
      </div>
      {others === 0 ? null : <p className={classes["others"]}>And {formatCount(others, "more page", "more pages")}.</p>}
    </>
  );
}

type FirstRowPanelProps = {
  template: PublishedTemplate;
  /** The lines of the first document. */
  lines: readonly Line[];
  chosen: ChosenFile;
  mapping: Mapping;
  region: Region;
};

/** The first row as its document, or as the data that Platen gets. */
export function FirstRowPanel({ template, lines, chosen, mapping, region }: FirstRowPanelProps) {
  const [view, setView] = useState("page");
  const row = rowAsSent(lines, chosen, mapping);
  return (
    <Panel title={mapping.groupBy === undefined ? "First row" : "First document"}>
      <SegmentedControl
        size="xs"
        className={classes["views"] ?? ""}
        aria-label="How the first row is shown"
        value={view}
        onChange={setView}
        data={[
          { value: "page", label: "Page" },
          { value: "data", label: "Data" },
        ]}
      />
      {"mistake" in row ? (
        <FileProblem error={row.mistake} />
      ) : view === "data" ? (
        <CodeBlock code={row.json} name="row" />
      ) : (
        <FirstPage template={template} json={row.data} region={region} />
      )}
    </Panel>
  );
}
