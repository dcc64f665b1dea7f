import type { ReactNode } from "react";
import classes from "./panel.module.css";

/** A group of fields with a title. */
export function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={classes["group"]}>
      <h3 className={classes["groupTitle"]}>{title}</h3>
      <div className={classes["fields"]}>{children}</div>
    </section>
  );
}

/** A field over both columns. */
export function Wide({ children }: { children: ReactNode }) {
  return <div className={classes["wide"]}>{children}</div>;
}
