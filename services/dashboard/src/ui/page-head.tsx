import { useDocumentTitle } from "@mantine/hooks";
import type { ReactNode } from "react";
import classes from "./page-head.module.css";

type PageHeadProps = {
  title: string;
  description?: ReactNode;
  /** Beside the title: a `Help`. */
  help?: ReactNode;
  documentTitle?: string;
  children?: ReactNode;
};

/** A page's heading and actions. It also sets the browser's title. */
export function PageHead({ title, description, help, documentTitle = title, children }: PageHeadProps) {
  useDocumentTitle(`${documentTitle} · Platen`);
  return (
    <div className={classes["head"]}>
      <div style={{ minWidth: 0 }}>
        <div className={classes["line"]}>
          <h1 className={classes["title"]}>{title}</h1>
          {help}
        </div>
        {description === undefined ? null : (
          <p style={{ maxWidth: "62ch", margin: "0.2rem 0 0", color: "var(--soft)" }}>{description}</p>
        )}
      </div>
      {children === undefined ? null : (
        <div style={{ display: "flex", flexWrap: "wrap", gap: "0.6rem" }}>{children}</div>
      )}
    </div>
  );
}
