import { useState } from "react";

/** Whether a dialog is open, and its subject, which stays while the dialog fades out. */
export type DialogState<Subject> = {
  subject: Subject | undefined;
  isOpen: boolean;
  open: (subject: Subject) => void;
  close: () => void;
  /** The props of the dialog. */
  props: { isOpen: boolean; onClose: () => void };
};

export function useDialog<Subject = true>(): DialogState<Subject> {
  const [{ subject, isOpen }, setState] = useState<{ subject: Subject | undefined; isOpen: boolean }>({
    subject: undefined,
    isOpen: false,
  });
  const close = () => setState((state) => ({ ...state, isOpen: false }));
  return {
    subject,
    isOpen,
    open: (next) => setState({ subject: next, isOpen: true }),
    close,
    props: { isOpen, onClose: close },
  };
}
