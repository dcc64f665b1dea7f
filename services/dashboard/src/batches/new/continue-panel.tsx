import { Anchor } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useEffect } from "react";
import { Link } from "react-router";
import { FileChoice } from "../../forms/file-choice.tsx";
import { paths } from "../../paths.ts";
import { DropHint } from "../../ui/drop-hint.tsx";
import { formatCount } from "../../ui/format.ts";
import { Notice } from "../../ui/notice.tsx";
import { Panel } from "../../ui/panel.tsx";
import { useFileDrop } from "../../ui/use-file-drop.ts";
import type { Batch } from "../batch.ts";
import { openFile } from "./open-file.ts";
import classes from "./continue-panel.module.css";
import { differenceBetween, markOf } from "./file-mark.ts";
import { FileMistake } from "./file-mistake.ts";
import { valueOfJson } from "./column-mapping.ts";
import { acceptedFiles } from "./new-batch-form.tsx";
import { sendingProblem } from "./sending-panel.tsx";
import type { UnfinishedSending } from "./unfinished-sending.ts";
import type { Order } from "./use-sending.ts";

/** Opens the file of an unfinished sending as it was. Throws {@link FileMistake} for another file. */
async function orderFor(sending: UnfinishedSending, projectId: string, file: File): Promise<Order> {
  const difference = differenceBetween(sending.file, await markOf(file));
  if (difference !== undefined) throw new FileMistake(difference);
  const { batchId, rows, targets, groupBy, reference, fileNames, included } = sending;
  const fixed = sending.fixed.map(({ path, json }) => ({ path, value: valueOfJson(json) }));
  const chosen = await openFile(file, sending.sheet);
  const headed = targets.map((target, column) => ({ ...target, header: chosen.headers[column] ?? "" }));
  const mapping = { targets: headed, fixed, groupBy, reference, fileNames, included };
  return { projectId, batch: { batchId, rows }, chosen, mapping };
}

type ContinuePanelProps = {
  projectId: string;
  sending: UnfinishedSending;
  batch: Pick<Batch, "name" | "rowCount">;
  onSend: (order: Order) => void;
};

/** Asks for the file of an unfinished sending, so that the page can go on where the rows end. */
export function ContinuePanel({ projectId, sending, batch, onSend }: ContinuePanelProps) {
  const opening = useMutation({
    mutationFn: (file: File) => orderFor(sending, projectId, file),
    onSuccess: onSend,
  });
  const { data: order } = opening;
  useEffect(() => () => order?.chosen.close(), [order]);
  const isOver = useFileDrop(true, ([file]) => opening.mutate(file));
  const { batchId, file, rows } = sending;
  return (
    <>
      {isOver ? <DropHint>{`Drop ${file.name} to go on`}</DropHint> : null}
      <Panel
        title={`Continue sending ${file.name}`}
        text={
          <>
            The batch{" "}
            <Anchor component={Link} to={paths.batch({ projectId, batchId })} inherit underline="always">
              {batch.name ?? file.name}
            </Anchor>{" "}
            has {batch.rowCount.toLocaleString("en")} of {formatCount(rows, "row")}. The browser does not keep the file
            itself.
          </>
        }
      >
        <div className={classes["file"]}>
          <FileChoice accept={acceptedFiles} isChosen={false} onChoose={(found) => opening.mutate(found)} />
          <p>
            Choose {file.name} once more, or drop it on this page. The other rows are then sent, and the batch starts.
          </p>
        </div>
        {opening.error ? <Notice kind="failure">{sendingProblem(opening.error)}</Notice> : null}
      </Panel>
    </>
  );
}
