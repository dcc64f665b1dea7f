import classes from "./drop-hint.module.css";

/** Covers the page while a file is over it, and says what dropping does. */
export function DropHint({ children }: { children: string }) {
  return <div className={classes["drop"]}>{children}</div>;
}
