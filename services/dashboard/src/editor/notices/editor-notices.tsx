import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { Notice } from "../../ui/notice.tsx";
import classes from "./editor-notices.module.css";

export type EditorNotice = {
  key: string;
  kind: "failure" | "warning";
  text: ReactNode;
  actions: readonly { label: string; onClick: () => void }[];
};

/** Notices about the template as a whole, between the bar and the views. */
export function EditorNotices({ notices }: { notices: readonly EditorNotice[] }) {
  if (notices.length === 0) return null;
  return (
    <div className={classes["notices"]}>
      {notices.map(({ key, kind, text, actions }) => (
        <Notice key={key} kind={kind}>
          <div className={classes["line"]}>
            <span className={classes["text"]}>{text}</span>
            {actions.map(({ label, onClick }) => (
              <Button key={label} variant="default" size="compact-sm" onClick={onClick}>
                {label}
              </Button>
            ))}
          </div>
        </Notice>
      ))}
    </div>
  );
}
