import { Button } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { problemMessage } from "../api/problem-message.ts";
import { Dialog, DialogButtons } from "../ui/dialog.tsx";
import { Notice } from "../ui/notice.tsx";

type ConfirmDialogProps = {
  isOpen: boolean;
  onClose: () => void;
  title: string;
  /** What will happen, and to what. */
  children: ReactNode;
  /** The act in its own words: "Revoke key". */
  act: string;
  onConfirm: () => Promise<unknown>;
  onDone: () => void;
};

function Confirmation({ children, act, onClose, onConfirm, onDone }: Omit<ConfirmDialogProps, "isOpen" | "title">) {
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
          {act}
        </Button>
      </DialogButtons>
    </>
  );
}

/** Asks before something is done that cannot be undone. The focus begins on the way out. */
export function ConfirmDialog({ isOpen, title, ...content }: ConfirmDialogProps) {
  return (
    <Dialog title={title} isOpen={isOpen} onClose={content.onClose}>
      <Confirmation {...content} />
    </Dialog>
  );
}
