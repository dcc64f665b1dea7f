import type { KeyboardEvent } from "react";
import { isDay } from "../components/fields/field-kinds.ts";
import { mistakeIn, type PlainKind } from "./form-fields.ts";
import { PictureField } from "./picture-field.tsx";
import { useTypedText } from "./use-typed-text.ts";

type SheetCellProps = {
  label: string;
  kind: PlainKind;
  value: unknown;
  onChange: (value: unknown) => void;
};

/** Enter belongs to the sheet; with Shift or Alt, it begins a line in the cell. */
function breakLine(event: KeyboardEvent<HTMLTextAreaElement>, write: (text: string) => void): void {
  if (event.key !== "Enter" || !event.altKey) return;
  event.preventDefault();
  const { value, selectionStart, selectionEnd } = event.currentTarget;
  write(`${value.slice(0, selectionStart)}\n${value.slice(selectionEnd)}`);
}

/** The input of a value in a row of a sheet. */
export function SheetCell({ label, kind, value, onChange }: SheetCellProps) {
  const { text, read } = useTypedText(kind, value);
  const mistake = mistakeIn(kind, value);
  if (kind === "picture") return <PictureField label={label} value={text} isCell onChange={onChange} />;
  if (kind === "boolean")
    return (
      <input
        type="checkbox"
        aria-label={label}
        checked={value === true}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
    );
  const write = (typed: string) => onChange(read(typed));
  if (kind === "text")
    return (
      <textarea
        aria-label={label}
        rows={text.split("\n").length}
        value={text}
        onChange={({ currentTarget }) => write(currentTarget.value)}
        onKeyDown={(event) => breakLine(event, write)}
      />
    );
  const isNumber = kind === "number" || kind === "money";
  return (
    <input
      type={kind === "date" && (text === "" || isDay(text)) ? "date" : "text"}
      aria-label={label}
      aria-invalid={mistake === undefined ? undefined : true}
      title={mistake}
      data-number={isNumber || undefined}
      {...(isNumber ? { inputMode: "decimal" as const } : {})}
      autoComplete="off"
      value={text}
      onChange={({ currentTarget }) => write(currentTarget.value)}
    />
  );
}
