import { Button } from "@mantine/core";
import { Check, Copy } from "lucide-react";
import { useEffect, useRef, type CSSProperties } from "react";
import { useCopy } from "../../ui/use-copy.ts";
import classes from "./source-text.module.css";

type SourceTextProps = {
  text: string;
  /** The name of the part. */
  label: string;
  /** The number of the line that is marked and shown first. */
  line?: number | undefined;
};

/** A read-only part of a source, with numbered lines. */
export function SourceText({ text, label, line }: SourceTextProps) {
  const shown = useRef<HTMLElement>(null);
  const scrolled = useRef<HTMLElement>(null);
  const mark = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const [area, marked] = [scrolled.current, mark.current];
    if (area && marked) area.scrollTop = marked.offsetTop - area.clientHeight / 2;
  }, []);
  const { state, copy } = useCopy();
  if (text === "") return <p className={classes["empty"]}>This part is empty.</p>;
  const lineCount = text.split("\n").length - (text.endsWith("\n") ? 1 : 0);
  const numbers = Array.from({ length: lineCount }, (_, index) => index + 1).join("\n");
  return (
    <div style={{ position: "relative" }}>
      <Button
        className={classes["copy"] ?? ""}
        size="compact-sm"
        variant="default"
        leftSection={state === "copied" ? <Check size={14} aria-hidden /> : <Copy size={14} aria-hidden />}
        onClick={() => void copy(text, shown.current)}
        aria-live="polite"
      >
        {state === "copied" ? "Copied" : state === "failed" ? "Copy by hand" : `Copy ${label}`}
      </Button>
      {/* Long lines scroll, and a scrolled element must be reachable by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <section ref={scrolled} className={classes["scroll"]} aria-label={label} tabIndex={0}>
        <pre className={classes["numbers"]} aria-hidden>
          {numbers}
        </pre>
        <pre className={classes["text"]}>
          {line === undefined ? null : (
            // React's type does not know the variables of our stylesheet.
            <span ref={mark} aria-hidden className={classes["mark"]} style={{ "--line": line - 1 } as CSSProperties} />
          )}
          <code ref={shown}>{text}</code>
        </pre>
      </section>
    </div>
  );
}
