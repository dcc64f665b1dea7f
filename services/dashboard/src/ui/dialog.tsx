import { Modal } from "@mantine/core";
import type { ReactNode } from "react";
import classes from "./dialog.module.css";

type DialogProps = {
  title: string;
  isOpen: boolean;
  onClose: () => void;
  /** Closes only by a button in it: Escape and clicks beside it do nothing. */
  isDeliberate?: boolean;
  size?: "sm" | "md" | "lg" | "xl";
  /** Called once it is out of sight. */
  onClosed?: () => void;
  children: ReactNode;
};

/** A dialog. What is in it starts anew each time it opens. */
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
      {children}
    </Modal>
  );
}

/** The row of buttons that ends a dialog. */
export function DialogButtons({ children }: { children: ReactNode }) {
  return <div className={classes["buttons"]}>{children}</div>;
}
