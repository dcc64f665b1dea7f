import { Anchor, Button } from "@mantine/core";
import { ApiProblem, TransportError } from "@platen/client";
import { problemMessage } from "../../api/problem-message.ts";
import { NoticeStripe } from "../../ui/notice-stripe.tsx";
import { Notice } from "../../ui/notice.tsx";
import { useEditor } from "../editor-context.ts";
import { locateProblem } from "../draft/locate-problem.ts";
import { parseObject } from "../draft/parse-object.ts";
import classes from "./preview-notice.module.css";

type PreviewNoticeProps = {
  /** Why there is no picture of what the source says now; undefined when there is one, or none yet. */
  error: unknown;
  /** Whether an older picture is shown meanwhile. */
  hasPicture: boolean;
  onRetry: () => void;
};

/** An answer that is no problem of the contract's, nor of the connection, is a document that pdf.js stumbled over. */
function wordsFor(error: unknown): string {
  const isAnswered = !(error instanceof ApiProblem) && !(error instanceof TransportError);
  return isAnswered ? "The document was made, but could not be drawn here." : problemMessage(error);
}

/** A mistake in the source, with the way to it; anything else, with a way to try again. */
function Failure({ error, hasPicture, onRetry }: PreviewNoticeProps) {
  const { source, show, selectDataSet } = useEditor();
  const located = locateProblem(error, source);
  const go = () => {
    if (!located) return;
    if (located.dataSetIndex !== undefined) selectDataSet(located.dataSetIndex);
    show(located.place);
  };
  const mayPass = !(error instanceof ApiProblem) || error.status >= 500 || error.status === 429;
  return (
    <Notice kind="failure">
      {located ? (
        <Anchor component="button" type="button" className={classes["place"] ?? ""} onClick={go}>
          {located.message}
        </Anchor>
      ) : (
        wordsFor(error)
      )}
      {hasPicture ? " Below is the last document that could be made." : null}
      {mayPass ? (
        <Button variant="default" size="compact-sm" className={classes["retry"] ?? ""} onClick={onRetry}>
          Try again
        </Button>
      ) : null}
    </Notice>
  );
}

/** Says why what is shown is not, or not quite, what the source and its data come to. */
export function PreviewNotice(props: PreviewNoticeProps) {
  const { source, dataSet, show } = useEditor();
  const { name, json = "" } = source.dataSets[dataSet.index] ?? {};
  const isStale = parseObject(json) === undefined;
  if (props.error === undefined && !isStale) return null;
  return (
    <NoticeStripe>
      {props.error === undefined ? null : <Failure {...props} />}
      {isStale ? (
        <Notice kind="warning">
          <Anchor
            component="button"
            type="button"
            className={classes["place"] ?? ""}
            onClick={() => show({ part: "data", offset: 0 })}
          >
            {name === undefined
              ? "There is no data set."
              : `The data set “${name}” is not a JSON object at the moment.`}
          </Anchor>{" "}
          {dataSet.value ? "The preview goes on with the data it had before." : "The preview is filled with nothing."}
        </Notice>
      ) : null}
    </NoticeStripe>
  );
}
