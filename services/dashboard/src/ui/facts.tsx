import type { ReactNode } from "react";
import classes from "./facts.module.css";

/** Names with their values. Facts without a value are left out. */
export function Facts({ facts }: { facts: readonly (readonly [string, ReactNode])[] }) {
  return (
    <dl className={classes["facts"]}>
      {facts.map(([name, value]) =>
        value === null ? null : (
          <div key={name} className={classes["fact"]}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ),
      )}
    </dl>
  );
}
