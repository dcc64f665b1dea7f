import { formatCount } from "../../../ui/format.ts";
import classes from "./fields-panel.module.css";
import type { FieldUse } from "./use-field-changes.ts";

/** More places would not fit into a dialog. */
const mostShown = 12;

/** The places that read a field. */
export function UseList({ uses, title, empty }: { uses: readonly FieldUse[]; title: string; empty: string }) {
  if (uses.length === 0) return <p className={classes["uses"]}>{empty}</p>;
  const rest = uses.length - mostShown;
  return (
    <section className={classes["uses"]} aria-label="Uses">
      {title}:
      <ul>
        {uses.slice(0, mostShown).map(({ place, count }) => (
          <li key={place}>
            {place}
            {count > 1 ? `, ${count} times` : ""}
          </li>
        ))}
        {rest > 0 ? <li>and {formatCount(rest, "other place")}</li> : null}
      </ul>
    </section>
  );
}
