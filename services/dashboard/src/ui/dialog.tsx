import { Modal } from "@mantine/core";
import type { ReactNode } from "react";
import classes from "./dialog.module.css";

type DialogProps = {
  title: string;
  isOpen: boolean;
  onClose: () => void;
  /** Only a button inside the dialog closes it; Escape and clicks outside do nothing. */
  isDeliberate?: boolean;
  size?: "sm" | "md" | "lg" | "xl";
  /** Called once the dialog is invisible. */
  onClosed?: () => void;
  children: ReactNode;
};

/** A dialog. Its content is mounted again each time it opens. */
export function Dialog({ title, isOpen, onClose, isDeliberate = false, size = "md", onClosed, children }: DialogProps) {
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={title}
      size={size}
      {...(onClosed ? { onExitTransitionEnd: onClosed } : {})}
      radius="lg"
      classNames={{ title: classes["title"] ?? "", content: classes["content"] ?? "", body: classes["body"] ?? "" }}
      overlayProps={{ backgroundOpacity: 0.35, blur: 1 }}
      withCloseButton={!isDeliberate}
      closeOnEscape={!isDeliberate}
      closeOnClickOutside={!isDeliberate}
      closeButtonProps={{ "aria-label": "Close" }}
    >
      {/* While the dialog fades out, its form must not be sent a second time. */}
      <div inert={!isOpen}>{children}</div>
    </Modal>
  );
}

/** The buttons at the end of a dialog. */
export function DialogButtons({ children }: { children: ReactNode }) {
  return <div className={classes["buttons"]}>{children}</div>;
}
