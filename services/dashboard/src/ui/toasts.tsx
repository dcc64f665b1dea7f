import { Check, CircleAlert } from "lucide-react";
import { useSyncExternalStore } from "react";
import { toastStore } from "./toast.ts";
import classes from "./toasts.module.css";

/** Shows the messages of `toast` and `toastProblem`. Screen readers announce them. */
export function Toasts() {
  const toasts = useSyncExternalStore(toastStore.subscribe, toastStore.getSnapshot);
  return (
    <output className={classes["toasts"]}>
      {toasts.map(({ id, message, tone }) => (
        <span key={id} className={classes["toast"]} data-tone={tone}>
          {tone === "done" ? <Check size={16} aria-hidden /> : <CircleAlert size={16} aria-hidden />}
          {message}
        </span>
      ))}
    </output>
  );
}
