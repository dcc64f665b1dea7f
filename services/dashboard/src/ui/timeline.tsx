import classes from "./timeline.module.css";

export type Moment = { title: string; text?: string; isBad?: boolean; /** It is in progress. */ isOpen?: boolean };

/** A list of events in order. */
export function Timeline({ moments }: { moments: readonly Moment[] }) {
  return (
    <ol className={classes["line"]}>
      {moments.map(({ title, text, isBad = false, isOpen = false }) => (
        <li key={title} className={classes["moment"]} data-bad={isBad || undefined} data-open={isOpen || undefined}>
          <span style={{ fontWeight: 500 }}>{title}</span>
          {text === undefined ? null : <span style={{ color: "var(--soft)" }}> {text}</span>}
        </li>
      ))}
    </ol>
  );
}
