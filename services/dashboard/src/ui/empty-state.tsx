import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import classes from "./empty-state.module.css";

type EmptyProps = { icon: LucideIcon; title: string; text?: ReactNode; action?: ReactNode; children?: ReactNode };

/** What stands where there is nothing yet, or nothing any more: why, and what to do about it. */
export function Empty({ icon: Icon, title, text, action, children }: EmptyProps) {
  return (
    <div className={classes["empty"]}>
      <div className={classes["icon"]}>
        <Icon size={22} strokeWidth={1.6} aria-hidden />
      </div>
      <h2 className={classes["title"]}>{title}</h2>
      {text === undefined ? null : <p className={classes["text"]}>{text}</p>}
      {action === undefined ? null : <div className={classes["action"]}>{action}</div>}
      {children === undefined ? null : <div className={classes["more"]}>{children}</div>}
    </div>
  );
}
