import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import classes from "./empty-state.module.css";

type EmptyStateProps = { icon: LucideIcon; title: string; text?: ReactNode; action?: ReactNode; children?: ReactNode };

/** Replaces missing content by the reason and an action. */
export function EmptyState({ icon: Icon, title, text, action, children }: EmptyStateProps) {
  return (
    <div className={classes["empty"]}>
      <div className={classes["icon"]}>
        <Icon size={22} strokeWidth={1.6} aria-hidden />
      </div>
      <h2 style={{ margin: 0, fontSize: "1.0625rem", fontWeight: 600 }}>{title}</h2>
      {text === undefined ? null : <p className={classes["text"]}>{text}</p>}
      {action === undefined ? null : <div className={classes["action"]}>{action}</div>}
      {children === undefined ? null : (
        <div style={{ width: "100%", maxWidth: "40rem", marginTop: "2rem" }}>{children}</div>
      )}
    </div>
  );
}
