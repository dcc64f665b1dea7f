import { UnstyledButton } from "@mantine/core";
import { CircleAlert, CloudCheck, CloudUpload, Eye } from "lucide-react";
import type { SaveFailure } from "../draft/save-failure.ts";
import { useEditor, useEditorState, useSavingState } from "../editor-context.ts";
import { showFailure } from "../notices/use-notices.ts";
import classes from "./editor-bar.module.css";

function wordsFor(failure: SaveFailure): string {
  if (failure.position === undefined && failure.isRetried) {
    return "Not saved: no answer from Platen. The editor tries again by itself.";
  }
  return `Not saved: ${failure.message}`;
}

/** Says whether the draft is saved. If it is not, a click leads to the mistake, or tries again. */
export function SavedState() {
  const { mayEdit, save, selectDataSet, show } = useEditor();
  const isChanged = useEditorState((state) => state.isChanged);
  const failure = useSavingState((state) => state.failure);
  if (!mayEdit) {
    return (
      <span className={classes["state"]}>
        <Eye size={15} aria-hidden />
        <span className={classes["words"]}>View only</span>
      </span>
    );
  }
  const isSaving = isChanged && !failure;
  return (
    <span className={classes["state"]}>
      {/* Not announced, because it comes with every edit. */}
      {isSaving ? (
        <>
          <CloudUpload size={15} aria-hidden />
          <span className={classes["words"]}>Saving…</span>
        </>
      ) : null}
      <output className={classes["outcome"]}>
        {failure ? (
          <UnstyledButton
            className={classes["failed"]}
            title={wordsFor(failure)}
            onClick={() => (failure.position ? showFailure({ selectDataSet, show }, failure) : void save())}
          >
            <CircleAlert size={15} aria-hidden />
            <span className={classes["words"]}>{wordsFor(failure)}</span>
          </UnstyledButton>
        ) : isSaving ? null : (
          <>
            <CloudCheck size={15} aria-hidden />
            <span className={classes["words"]}>Saved</span>
          </>
        )}
      </output>
    </span>
  );
}
