import type { RefObject, TextareaHTMLAttributes } from "react";
import type { Mark } from "../model/message-marks.ts";
import classes from "./growing-text.module.css";

type GrowingTextProps = Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, "value" | "children"> & {
  value: string;
  /** The placeholders in the text. */
  marks: readonly Mark[];
  /** The position of a mistake. */
  mistakeAt?: number | undefined;
  field?: RefObject<HTMLTextAreaElement | null>;
};

function Marked({ text, marks, mistakeAt }: { text: string; marks: readonly Mark[]; mistakeAt: number | undefined }) {
  const start = Math.min(mistakeAt ?? 0, Math.max(0, text.length - 1));
  const parts =
    mistakeAt === undefined
      ? marks.map((mark) => ({ ...mark, kind: "mark" }))
      : [{ start, end: Math.max(start + 1, text.length), kind: "mistake" }];
  return (
    <>
      {parts.map(({ start: from, end, kind }, index) => (
        <span key={from}>
          {text.slice(parts[index - 1]?.end ?? 0, from)}
          <mark className={classes[kind]}>{text.slice(from, end)}</mark>
        </span>
      ))}
      {text.slice(parts.at(-1)?.end ?? 0)}
    </>
  );
}

/** A text field as high as its text, in which placeholders are marked. */
export function GrowingText({ value, marks, mistakeAt, field, ...props }: GrowingTextProps) {
  return (
    <div className={classes["grow"]} dir={props.dir} lang={props.lang}>
      <div className={classes["behind"]} aria-hidden>
        <Marked text={value === "" ? (props.placeholder ?? "") : value} marks={marks} mistakeAt={mistakeAt} />
        {/* A line feed at the end adds a line only if something follows it. */}
        {"\u200B"}
      </div>
      <textarea {...props} ref={field} value={value} rows={1} className={classes["field"]} spellCheck />
    </div>
  );
}
