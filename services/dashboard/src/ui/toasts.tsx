import { Button } from "@mantine/core";
import { Check, CircleAlert } from "lucide-react";
import { useStore } from "zustand";
import { closeToast, toasts } from "./toast.ts";
import classes from "./toasts.module.css";

/** Shows the messages of `toast` and `toastProblem`. Screen readers announce them. */
export function Toasts() {
  return (
    <output className={classes["toasts"]}>
      {useStore(toasts).map(({ id, message, tone, action }) => (
        <span key={id} className={classes["toast"]} data-tone={tone}>
          {tone === "done" ? <Check size={16} aria-hidden /> : <CircleAlert size={16} aria-hidden />}
          {message}
          {action ? (
            <Button
              className={classes["action"] ?? ""}
              variant="default"
              size="compact-sm"
              onClick={() => {
                closeToast(id);
                action.onClick();
              }}
            >
              {action.label}
            </Button>
          ) : null}
        </span>
      ))}
    </output>
  );
}
