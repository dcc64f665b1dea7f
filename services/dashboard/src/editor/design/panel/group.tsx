import type { ReactNode } from "react";
import classes from "./panel.module.css";

/** A group of fields. The first needs no title: the panel's own says what the fields change. */
export function Group({ title, children }: { title?: string; children: ReactNode }) {
  return (
    <section className={classes["group"]}>
      {title === undefined ? null : <h3 className={classes["groupTitle"]}>{title}</h3>}
      <div className={classes["fields"]}>{children}</div>
    </section>
  );
}

/** A field over both columns. */
export function Wide({ children }: { children: ReactNode }) {
  return <div className={classes["wide"]}>{children}</div>;
}
