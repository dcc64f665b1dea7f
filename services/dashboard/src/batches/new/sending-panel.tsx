import { Anchor, Button } from "@mantine/core";
import { Link } from "react-router";
import { problemMessage } from "../../api/problem-message.ts";
import { paths, type BatchKey } from "../../paths.ts";
import { formatCount } from "../../ui/format.ts";
import { Notice } from "../../ui/notice.tsx";
import { Panel } from "../../ui/panel.tsx";
import { mistakeIn } from "./file-mistake.ts";
import type { Progress } from "./use-sending.ts";

/** Why a file was not sent. */
export function sendingProblem(error: Error): string {
  return mistakeIn(error) ?? problemMessage(error);
}

type SendingPanelProps = {
  progress: Progress;
  error: Error | null;
  /** The batch, once it is created. */
  params: BatchKey | undefined;
  isDiscarding: boolean;
  onAgain: () => void;
  onDiscard: () => void;
};

/** How far a file is sent, and what to do after a failure. */
export function SendingPanel({ progress, error, params, isDiscarding, onAgain, onDiscard }: SendingPanelProps) {
  const { step, rows, of } = progress;
  const count =
    of === undefined ? formatCount(rows, "row") : `${rows.toLocaleString("en")} of ${formatCount(of, "row")}`;
  return (
    <Panel
      title={step === "check" ? "Checking the file" : "Sending the rows"}
      text="Leave this page open until the batch has started. If it is closed, you can continue with the same file."
    >
      <progress
        style={{ width: "100%", height: "0.625rem", accentColor: "var(--accent)" }}
        aria-label={step === "check" ? "Rows checked" : "Rows sent"}
        max={of ?? 1}
        {...(of === undefined ? {} : { value: rows })}
      />
      <p className="figures" aria-live="polite">
        {count} {step === "check" ? "checked" : "sent"}
      </p>
      {error === null || params === undefined ? null : (
        <>
          <Notice kind="failure">
            {sendingProblem(error)} Platen has the rows that are sent:{" "}
            <Anchor component={Link} to={paths.batch(params)} inherit underline="always">
              open the batch
            </Anchor>
            .
          </Notice>
          <div
            style={{ display: "flex", flexWrap: "wrap", gap: "0.6rem", justifyContent: "flex-end", marginTop: "1rem" }}
          >
            <Button variant="default" loading={isDiscarding} onClick={onDiscard}>
              Cancel batch
            </Button>
            <Button onClick={onAgain}>Go on sending</Button>
          </div>
        </>
      )}
    </Panel>
  );
}
