import { Button } from "@mantine/core";
import { problemMessage } from "../../api/problem-message.ts";
import { Notice } from "../../ui/notice.tsx";
import classes from "./preview-notice.module.css";

type PreviewNoticeProps = { error: unknown; hasPicture: boolean; onRetry: () => void };

/** Says why what is shown is not what the source says. */
export function PreviewNotice({ error, hasPicture, onRetry }: PreviewNoticeProps) {
  if (error === undefined) return null;
  return (
    <div className={classes["notices"]}>
      <Notice kind="failure">
        {problemMessage(error)} {hasPicture ? "Below is the last document that could be made." : null}{" "}
        <Button variant="default" size="compact-sm" onClick={onRetry}>
          Try again
        </Button>
      </Notice>
    </div>
  );
}
