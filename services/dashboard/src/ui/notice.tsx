import { CircleAlert, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import classes from "./notice.module.css";

/** A message about the content around it. Screen readers announce a failure when it appears. */
export function Notice({ kind, children }: { kind: "failure" | "warning"; children: ReactNode }) {
  const Icon = kind === "failure" ? CircleAlert : TriangleAlert;
  return (
    <div className={classes["notice"]} data-kind={kind} role={kind === "failure" ? "alert" : undefined}>
      <Icon size={17} aria-hidden />
      <div>{children}</div>
    </div>
  );
}
