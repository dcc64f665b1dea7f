import { UnstyledButton } from "@mantine/core";
import { UnfoldVertical } from "lucide-react";
import { useMemo, useState } from "react";
import { formatCount } from "../../ui/format.ts";
import { diffLines, foldUnchanged, type DiffLine } from "./diff-lines.ts";
import classes from "./source-diff.module.css";

type SourceDiffProps = {
  before: string;
  after: string;
  /** The name of the compared text for screen readers: "HTML". */
  label: string;
};

/** More rows at once make a browser slow. A button shows the rest. */
const rowsAtOnce = 2_000;

const signs = {
  same: { sign: "", label: "" },
  removed: { sign: "−", label: "Removed: " },
  added: { sign: "+", label: "Added: " },
} satisfies Record<DiffLine["kind"], { sign: string; label: string }>;

/** Names the unusual end of a changed line, which may be its only change. */
function endOf({ kind, segments }: DiffLine): string | undefined {
  const text = segments.at(-1)?.text ?? "";
  if (kind === "same") return undefined;
  if (text.endsWith("\r\n")) return "CR LF";
  return text.endsWith("\n") ? undefined : "no line break";
}

function Line({ line }: { line: DiffLine }) {
  const { kind, before, after, segments } = line;
  const end = endOf(line);
  return (
    <tr data-kind={kind}>
      <td className={classes["number"]}>{before}</td>
      <td className={classes["number"]}>{after}</td>
      <td className={classes["sign"]}>
        <span aria-hidden>{signs[kind].sign}</span>
        <span className="unseen">{signs[kind].label}</span>
      </td>
      <td className={classes["text"]}>
        {segments.map(({ text, isChanged }, index) => {
          const shown = text.replace(/\r?\n$/, "");
          // The segments of a line are never reordered.
          // oxlint-disable-next-line react/no-array-index-key
          return isChanged ? <mark key={index}>{shown}</mark> : <span key={index}>{shown}</span>;
        })}
        {end === undefined ? null : <span className={classes["end"]}>{end}</span>}
      </td>
    </tr>
  );
}

function Gap({ lines, onOpen }: { lines: readonly DiffLine[]; onOpen: () => void }) {
  return (
    <tr data-kind="gap">
      <td colSpan={4}>
        <UnstyledButton className={classes["gap"]} onClick={onOpen}>
          <UnfoldVertical size={13} aria-hidden />
          Show {formatCount(lines.length, "unchanged line")}
        </UnstyledButton>
      </td>
    </tr>
  );
}

/** The differences between two texts, line by line, with unchanged lines folded away. */
export function SourceDiff({ before, after, label }: SourceDiffProps) {
  const parts = useMemo(() => foldUnchanged(diffLines(before, after)), [before, after]);
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set());
  const [limit, setLimit] = useState(rowsAtOnce);
  if (before === after) return <p className={classes["nothing"]}>No differences.</p>;
  const rows = parts.flatMap((part, index) =>
    part.kind === "gap" && !opened.has(index)
      ? [<Gap key={`gap ${index}`} lines={part.lines} onOpen={() => setOpened((known) => new Set(known).add(index))} />]
      : part.lines.map((line) => <Line key={`${line.before ?? ""}:${line.after ?? ""}`} line={line} />),
  );
  return (
    // Long lines scroll, and a scrolled element must be reachable by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className={classes["frame"]} aria-label={`Changes of ${label}`} tabIndex={0}>
      <table className={classes["table"]}>
        <thead className="unseen">
          <tr>
            <th scope="col">Line before</th>
            <th scope="col">Line after</th>
            <th scope="col">Change</th>
            <th scope="col">Text</th>
          </tr>
        </thead>
        <tbody>{rows.slice(0, limit)}</tbody>
      </table>
      {rows.length > limit ? (
        <UnstyledButton className={classes["gap"]} onClick={() => setLimit(Infinity)}>
          Show {formatCount(rows.length - limit, "more line")}
        </UnstyledButton>
      ) : null}
    </section>
  );
}
