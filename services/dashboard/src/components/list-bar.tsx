import type { ReactNode } from "react";
import classes from "./list-bar.module.css";

/** The bar above a list, with its search and filters. */
export function ListBar({ children }: { children: ReactNode }) {
  return <div className={classes["bar"]}>{children}</div>;
}
