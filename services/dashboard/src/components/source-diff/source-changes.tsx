import { ChevronRight } from "lucide-react";
import { useMemo, useState } from "react";
import { formatCount } from "../../ui/format.ts";
import { changedParts, type ChangedPart, type Source } from "./changed-parts.ts";
import { diffLines } from "./diff-lines.ts";
import { SourceDiff } from "./source-diff.tsx";
import classes from "./source-changes.module.css";

function Part({ part, isOpenFirst }: { part: ChangedPart; isOpenFirst: boolean }) {
  const { label, before, after } = part;
  const [isOpen, setIsOpen] = useState(isOpenFirst);
  const [removed, added] = useMemo(() => {
    const lines = diffLines(before, after);
    return [lines.filter(({ kind }) => kind === "removed").length, lines.filter(({ kind }) => kind === "added").length];
  }, [before, after]);
  return (
    <details className={classes["part"]} open={isOpen} onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary className={classes["summary"]}>
        <ChevronRight className={classes["arrow"]} size={15} aria-hidden />
        <span style={{ minWidth: 0, fontWeight: 500, overflowWrap: "anywhere" }}>{label}</span>
        <span className="figures" aria-hidden>
          <span style={{ color: "var(--accent)" }}>+{added}</span>{" "}
          <span style={{ color: "var(--danger)" }}>−{removed}</span>
        </span>
        <span className="unseen">
          {formatCount(added, "line")} added, {formatCount(removed, "line")} removed
        </span>
      </summary>
      {isOpen ? <SourceDiff before={before} after={after} label={label} /> : null}
    </details>
  );
}

type SourceChangesProps = {
  before: Source;
  after: Source;
  /** Whether the parts are unfolded at first. */
  isOpen?: boolean;
};

/** The differences between two sources, part by part. */
export function SourceChanges({ before, after, isOpen = false }: SourceChangesProps) {
  const parts = useMemo(() => changedParts(before, after), [before, after]);
  if (parts.length === 0) return <p className={classes["nothing"]}>The sources are the same.</p>;
  return (
    <div className={classes["parts"]}>
      {parts.map((part) => (
        <Part key={part.id} part={part} isOpenFirst={isOpen} />
      ))}
    </div>
  );
}
