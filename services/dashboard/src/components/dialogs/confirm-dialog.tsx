import { Button } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { problemMessage } from "../../api/problem-message.ts";
import { Dialog, DialogButtons } from "../../ui/dialog.tsx";
import { Notice } from "../../ui/notice.tsx";

type ConfirmDialogProps = {
  isOpen: boolean;
  onClose: () => void;
  title: string;
  /** The consequences. */
  children: ReactNode;
  /** The label of the button that confirms: "Revoke key". */
  confirmLabel: string;
  onConfirm: () => Promise<unknown>;
  onDone: () => void;
};

function Confirmation({
  children,
  confirmLabel,
  onClose,
  onConfirm,
  onDone,
}: Omit<ConfirmDialogProps, "isOpen" | "title">) {
  const { mutate, isPending, error } = useMutation({
    mutationFn: onConfirm,
    onSuccess: () => {
      onClose();
      onDone();
    },
  });
  return (
    <>
      {error ? <Notice kind="failure">{problemMessage(error)}</Notice> : null}
      {children}
      <DialogButtons>
        <Button variant="default" onClick={onClose} data-autofocus>
          Cancel
        </Button>
        <Button color="red" loading={isPending} onClick={() => mutate()}>
          {confirmLabel}
        </Button>
      </DialogButtons>
    </>
  );
}

/** Asks for confirmation before an action that cannot be undone. Cancel has the focus at first. */
export function ConfirmDialog({ isOpen, title, ...content }: ConfirmDialogProps) {
  return (
    <Dialog title={title} isOpen={isOpen} onClose={content.onClose}>
      <Confirmation {...content} />
    </Dialog>
  );
}
