import { Check } from "lucide-react";
import { useSyncExternalStore } from "react";
import { toastStore } from "./toast.ts";
import classes from "./toasts.module.css";

/** Shows the messages of `toast`. Screen readers announce them. */
export function Toasts() {
  const toasts = useSyncExternalStore(toastStore.subscribe, toastStore.getSnapshot);
  return (
    <output className={classes["toasts"]}>
      {toasts.map(({ id, message }) => (
        <span key={id} className={classes["toast"]}>
          <Check size={16} aria-hidden />
          {message}
        </span>
      ))}
    </output>
  );
}
