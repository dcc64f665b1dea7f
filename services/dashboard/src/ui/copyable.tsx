import { Tooltip, UnstyledButton } from "@mantine/core";
import { Check, Copy } from "lucide-react";
import { useRef } from "react";
import classes from "./copyable.module.css";
import { useCopy } from "./use-copy.ts";

/** A value, such as an id, with a button to copy it. `name` is the name of the value, `short` a shorter text to show. */
export function Copyable({ value, name, short }: { value: string; name: string; short?: string }) {
  const shown = useRef<HTMLSpanElement>(null);
  const { state, copy } = useCopy();
  const label =
    state === "copied" ? "Copied" : state === "failed" ? "Select the text and copy it by hand" : `Copy ${name}`;
  return (
    <Tooltip label={label}>
      <UnstyledButton
        className={classes["copyable"]}
        aria-label={`Copy ${name} ${short ?? value}`}
        onClick={() => void copy(value, shown.current)}
      >
        <span ref={shown} className={classes["value"]}>
          <bdi>{short ?? value}</bdi>
        </span>
        {state === "copied" ? <Check size={13} aria-hidden /> : <Copy size={13} aria-hidden />}
      </UnstyledButton>
    </Tooltip>
  );
}
