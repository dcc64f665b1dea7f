import type { ReactNode } from "react";
import classes from "./panel.module.css";

type PanelProps = { title: string; text?: ReactNode; isDanger?: boolean; children?: ReactNode };

/** A section of a page with its own heading. */
export function Panel({ title, text, isDanger = false, children }: PanelProps) {
  return (
    <section className={classes["panel"]} data-danger={isDanger || undefined}>
      <h2 className={classes["title"]}>{title}</h2>
      {text === undefined ? null : <p className={classes["text"]}>{text}</p>}
      {children}
    </section>
  );
}
