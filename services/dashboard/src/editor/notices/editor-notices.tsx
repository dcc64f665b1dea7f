import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { Notice } from "../../ui/notice.tsx";
import classes from "./editor-notices.module.css";

export type EditorNotice = {
  key: string;
  kind: "failure" | "warning";
  text: ReactNode;
  acts: readonly { label: string; act: () => void }[];
};

/** What there is to say about the template as a whole, between the bar and the views. */
export function EditorNotices({ notices }: { notices: readonly EditorNotice[] }) {
  if (notices.length === 0) return null;
  return (
    <div className={classes["notices"]}>
      {notices.map(({ key, kind, text, acts }) => (
        <Notice key={key} kind={kind}>
          <div className={classes["line"]}>
            <span className={classes["text"]}>{text}</span>
            {acts.map(({ label, act }) => (
              <Button key={label} variant="default" size="compact-sm" onClick={act}>
                {label}
              </Button>
            ))}
          </div>
        </Notice>
      ))}
    </div>
  );
}
