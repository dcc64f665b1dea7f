import type { ReactNode } from "react";
import classes from "./notice-stripe.module.css";

/** Holds the notices above a view. Many notices scroll, so that the view keeps its room. */
export function NoticeStripe({ children }: { children: ReactNode }) {
  return <div className={classes["stripe"]}>{children}</div>;
}
