import { useDocumentTitle } from "@mantine/hooks";
import type { ReactNode } from "react";
import { Brand } from "./brand.tsx";
import classes from "./front-page.module.css";

/** A page before sign-in, with a single task. */
export function FrontPage({ title, text, children }: { title: string; text?: ReactNode; children?: ReactNode }) {
  useDocumentTitle(`${title} · Platen`);
  return (
    <main className={classes["page"]}>
      <div className={classes["sheet"]}>
        <Brand size={30} />
        <h1 className={classes["title"]}>{title}</h1>
        {text === undefined ? null : <p className={classes["text"]}>{text}</p>}
        {children}
      </div>
    </main>
  );
}
