import { Tooltip, UnstyledButton } from "@mantine/core";
import { Check, Copy } from "lucide-react";
import { useRef } from "react";
import classes from "./copyable.module.css";
import { useCopy } from "./use-copy.ts";

/** A value such as an id that a click copies. `name` says what it is. */
export function Copyable({ value, name }: { value: string; name: string }) {
  const shown = useRef<HTMLSpanElement>(null);
  const { state, copy } = useCopy();
  const label = state === "copied" ? "Copied" : state === "failed" ? "Select it and copy by hand" : `Copy ${name}`;
  return (
    <Tooltip label={label}>
      <UnstyledButton
        className={classes["copyable"]}
        aria-label={`Copy ${name} ${value}`}
        onClick={() => void copy(value, shown.current)}
      >
        <span ref={shown} className={classes["value"]}>
          {value}
        </span>
        {state === "copied" ? <Check size={13} aria-hidden /> : <Copy size={13} aria-hidden />}
      </UnstyledButton>
    </Tooltip>
  );
}
