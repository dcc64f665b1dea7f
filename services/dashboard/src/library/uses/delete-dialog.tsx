import { Button, Skeleton } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { problemMessage } from "../../api/problem-message.ts";
import { Dialog, DialogButtons } from "../../ui/dialog.tsx";
import { Notice } from "../../ui/notice.tsx";
import { isHeld, UsesList } from "./uses-list.tsx";
import type { UsesQuery } from "./uses-panel.tsx";

type DeleteDialogProps = {
  query: UsesQuery;
  isOpen: boolean;
  onClose: () => void;
  /** The name of the thing, and its kind: "asset". */
  name: string;
  kind: string;
  onDelete: () => Promise<unknown>;
  onDone: () => void;
};

function Deletion({ query, name, kind, onClose, onDelete, onDone }: Omit<DeleteDialogProps, "isOpen">) {
  const { data, error: readError, refetch } = useQuery({ ...query, staleTime: 0 });
  const { mutate, isPending, error } = useMutation({
    mutationFn: onDelete,
    onSuccess: () => {
      onClose();
      onDone();
    },
    // A draft may use it since the dialog opened. The list then says which.
    onError: () => void refetch(),
  });
  const held = data && isHeld(data);
  const problem = error ?? readError;
  return (
    <>
      {problem ? <Notice kind="failure">{problemMessage(problem)}</Notice> : null}
      {data ? (
        held ? (
          <>
            <p>
              “{name}” is in use. Remove it from these drafts and snippets first. Published versions keep it in any
              case.
            </p>
            <UsesList uses={{ ...data, templates: data.templates.filter(({ isInDraft }) => isInDraft) }} />
          </>
        ) : (
          <p>
            {data.templates.length > 0
              ? `No draft uses this ${kind}. Published versions that use it keep it.`
              : `No draft and no current version uses this ${kind}.`}{" "}
            You cannot undo this.
          </p>
        )
      ) : readError ? null : (
        <Skeleton height={60} />
      )}
      <DialogButtons>
        <Button variant="default" onClick={onClose} data-autofocus>
          {held ? "Close" : "Cancel"}
        </Button>
        {held ? null : (
          <Button color="red" loading={isPending} disabled={!data} onClick={() => mutate()}>
            Delete {kind}
          </Button>
        )}
      </DialogButtons>
    </>
  );
}

/** Deletes an asset or a snippet, unless drafts or snippets use it: then it shows which. */
export function DeleteDialog({ isOpen, ...content }: DeleteDialogProps) {
  return (
    <Dialog title={`Delete “${content.name}”?`} isOpen={isOpen} onClose={content.onClose}>
      <Deletion {...content} />
    </Dialog>
  );
}
