import classes from "./status.module.css";

/** How the dot before a status looks. */
export type StatusLook = "waiting" | "working" | "paused" | "good" | "warned" | "bad" | "over";

/** The status of a document or a batch, with a dot. */
export function Status({ label, look }: { label: string; look: StatusLook }) {
  return (
    <span className={classes["status"]} data-look={look}>
      {label}
    </span>
  );
}
