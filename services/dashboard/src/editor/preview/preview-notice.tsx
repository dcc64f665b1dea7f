import { Anchor, Button } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { ApiProblem, TransportError } from "@platen/client";
import { problemMessage } from "../../api/problem-message.ts";
import { NoticeStripe } from "../../ui/notice-stripe.tsx";
import { Notice } from "../../ui/notice.tsx";
import { locateProblem, textProblemMessage } from "../draft/locate-problem.ts";
import { parseObject } from "@platen/template-source";
import { useEditor, useEditorState, useSource } from "../editor-context.ts";
import classes from "./preview-notice.module.css";
import { mayPass } from "./use-preview.ts";

type PreviewNoticeProps = {
  /** Why the current source has no picture; undefined if it has one, or is still rendering. */
  error: unknown;
  /** Whether the preview shows an older picture meanwhile. */
  hasPicture: boolean;
  onRetry: () => void;
};

/** An error that comes neither from the API nor from the connection comes from pdf.js. */
function messageOf(error: unknown): string {
  const isFromPdfjs = !(error instanceof ApiProblem) && !(error instanceof TransportError);
  return isFromPdfjs ? "The document was rendered, but this browser cannot show it." : problemMessage(error);
}

/** Shows a mistake in the source with a link to it, and any other error with a button to try again. */
function Failure({ error, hasPicture, onRetry }: PreviewNoticeProps) {
  const { show, selectDataSet } = useEditor();
  const source = useSource();
  const located = locateProblem(error, source);
  const go = () => {
    if (!located) return;
    if (located.dataSetIndex !== undefined) selectDataSet(located.dataSetIndex);
    show(located.position);
  };
  const isTransient = !(error instanceof ApiProblem) || error.status >= 500 || error.status === 429;
  return (
    <Notice kind="failure">
      {located ? (
        <Anchor component="button" type="button" className={classes["link"] ?? ""} onClick={go}>
          {located.message}
        </Anchor>
      ) : (
        (textProblemMessage(error) ?? messageOf(error))
      )}
      {hasPicture ? " The last working document is shown below." : null}
      {mayPass(error) ? " The preview does so by itself." : null}
      {isTransient ? (
        <Button variant="default" size="compact-sm" style={{ marginInlineStart: "0.5rem" }} onClick={onRetry}>
          Try again
        </Button>
      ) : null}
    </Notice>
  );
}

/** A mistake in the source that is this old is not one that the next key mends. */
const mistakeAgeMs = 800;

/** The error, once it has lasted: while one types, each key can make a mistake and mend it. */
function useLasting(error: unknown): unknown {
  const [lasting] = useDebouncedValue(error, mistakeAgeMs);
  const isMistake = error instanceof ApiProblem && error.status < 429;
  return error === undefined || !isMistake || lasting !== undefined ? error : undefined;
}

/** Explains why the picture does not show the current source and data. */
export function PreviewNotice({ error, ...more }: PreviewNoticeProps) {
  const props = { error: useLasting(error), ...more };
  const { show } = useEditor();
  const source = useSource();
  const dataSet = useEditorState((state) => state.dataSet);
  const lent = useEditorState((state) => state.lent);
  const { name, json = "" } = source.dataSets[dataSet.index] ?? lent ?? {};
  const isDataInvalid = parseObject(json) === undefined;
  if (props.error === undefined && !isDataInvalid) return null;
  return (
    <div className={classes["over"]}>
      <NoticeStripe>
        {props.error === undefined ? null : <Failure {...props} />}
        {isDataInvalid ? (
          <Notice kind="warning">
            <Anchor
              component="button"
              type="button"
              className={classes["link"] ?? ""}
              onClick={() => show({ part: "data", offset: 0 })}
            >
              {name === undefined
                ? "The template has no data set."
                : `The data set “${name}” is not a valid JSON object.`}
            </Anchor>{" "}
            {dataSet.value ? "The preview uses the last valid data." : "The preview has no data."}
          </Notice>
        ) : null}
      </NoticeStripe>
    </div>
  );
}
