import { Button } from "@mantine/core";
import { Check, Copy } from "lucide-react";
import { useRef } from "react";
import classes from "./code-block.module.css";
import { useCopy } from "./use-copy.ts";

type CodeBlockProps = {
  code: string;
  /** The name for the copy button: "Copy command". */
  name: string;
  /** Wraps long lines anywhere, for a single value rather than lines of code. */
  isValue?: boolean;
  autoFocus?: boolean;
};

/** Code with a button to copy it. */
export function CodeBlock({ code, name, isValue = false, autoFocus = false }: CodeBlockProps) {
  const shown = useRef<HTMLElement>(null);
  const { state, copy } = useCopy();
  return (
    <div className={classes["block"]}>
      {/* Long lines scroll, and a scrolled element must be reachable by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <pre className={classes["text"]} data-value={isValue || undefined} tabIndex={isValue ? undefined : 0}>
        <code ref={shown}>{code}</code>
      </pre>
      <Button
        style={{ position: "absolute", right: "0.6rem", bottom: "0.6rem" }}
        size="compact-sm"
        variant={isValue ? "filled" : "default"}
        leftSection={state === "copied" ? <Check size={14} aria-hidden /> : <Copy size={14} aria-hidden />}
        onClick={() => void copy(code, shown.current)}
        data-autofocus={autoFocus || undefined}
        aria-live="polite"
      >
        {state === "copied" ? "Copied" : state === "failed" ? "Copy by hand" : `Copy ${name}`}
      </Button>
    </div>
  );
}
