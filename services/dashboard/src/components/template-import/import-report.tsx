import { Button, FileButton } from "@mantine/core";
import type { ReportRow } from "@platen/library-import";
import { FileUp } from "lucide-react";
import { useState, type DragEvent } from "react";
import { formatCount } from "../../ui/format.ts";
import classes from "./import-report.module.css";

type ImportReportProps = {
  rows: readonly ReportRow[];
  /** Gives the files of an address that has none: one, or the fonts of a style sheet. */
  onGive: (address: string, files: readonly File[]) => void;
};

type Group = { title: string; holds: (row: ReportRow) => boolean; hasFiles?: boolean };

const groups: readonly Group[] = [
  {
    title: "Without a file: give each, or the document is printed without it",
    holds: ({ kind, outcome }) => kind === "address" && (outcome === "web" || outcome === "missing"),
    hasFiles: true,
  },
  { title: "To rewrite by hand: tags without an equal", holds: ({ outcome }) => outcome === "listed" },
  { title: "Files that go into the library", holds: ({ outcome }) => outcome === "asset" },
  { title: "Style sheets that go into the template’s CSS", holds: ({ outcome }) => outcome === "css" },
  { title: "Rewritten tags", holds: ({ outcome }) => outcome === "rewritten" },
  { title: "Kept, removed and left out", holds: ({ outcome }) => ["kept", "removed", "skipped"].includes(outcome) },
];

function placeOf({ file, line, column }: ReportRow): string {
  if (line === undefined || column === undefined) return "";
  return `${file === undefined ? "Line" : `${file}, line`} ${line}, column ${column}`;
}

function FilesOfAddress({ address, onGive }: { address: string; onGive: (files: readonly File[]) => void }) {
  const [isOver, setIsOver] = useState(false);
  const over = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(true);
  };
  return (
    <FileButton
      multiple
      inputProps={{ "aria-label": `File of ${address}` }}
      onChange={(files) => {
        if (files.length > 0) onGive(files);
      }}
    >
      {(props) => (
        <Button
          {...props}
          size="compact-sm"
          variant={isOver ? "filled" : "default"}
          leftSection={<FileUp size={14} aria-hidden />}
          aria-label={`Choose the file of ${address}`}
          onDragOver={over}
          onDragLeave={() => setIsOver(false)}
          onDrop={(event) => {
            event.preventDefault();
            event.stopPropagation();
            setIsOver(false);
            const files = Array.from(event.dataTransfer.files);
            if (files.length > 0) onGive(files);
          }}
        >
          Choose or drop
        </Button>
      )}
    </FileButton>
  );
}

/** What became of each address, tag and file of an import. */
export function ImportReport({ rows, onGive }: ImportReportProps) {
  return groups.map(({ title, holds, hasFiles = false }) => {
    const own = rows.filter(holds);
    if (own.length === 0) return null;
    const given = new Set<string>();
    return (
      <section key={title} className={classes["group"]} aria-label={title}>
        <h3>
          {title} ({formatCount(own.length, "entry", "entries")})
        </h3>
        {/* A list that scrolls must be reachable by the keyboard. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- as the comment above says */}
        <ul className={classes["rows"]} tabIndex={0}>
          {own.map((row, index) => {
            const isFirst = !given.has(row.subject);
            given.add(row.subject);
            return (
              // Rows have no identity of their own: the same address may occur twice in a place.
              // oxlint-disable-next-line react/no-array-index-key
              <li key={index} className={classes["row"]}>
                <div style={{ flex: "1 1 14rem", minWidth: 0 }}>
                  <code>{row.subject}</code>
                  {row.became === undefined || row.became === "" ? null : (
                    <>
                      {" "}
                      is now <code>{row.became}</code>
                    </>
                  )}
                  {row.message === undefined ? null : <div>{row.message}</div>}
                  <div style={{ color: "var(--soft)" }}>{placeOf(row)}</div>
                </div>
                {hasFiles && isFirst ? (
                  <FilesOfAddress address={row.subject} onGive={(files) => onGive(row.subject, files)} />
                ) : null}
              </li>
            );
          })}
        </ul>
      </section>
    );
  });
}
