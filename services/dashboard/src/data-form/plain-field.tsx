import { Checkbox, Textarea, TextInput } from "@mantine/core";
import { isDay } from "../components/fields/field-kinds.ts";
import classes from "./data-form.module.css";
import { mistakeIn, type PlainKind } from "./form-fields.ts";
import { PictureField } from "./picture-field.tsx";
import { useTypedText } from "./use-typed-text.ts";

export type PlainFieldProps = {
  label: string;
  kind: PlainKind;
  value: unknown;
  /** What the document lacks because of the value. */
  note: string | undefined;
  onChange: (value: unknown) => void;
};

/** A text of so many characters needs lines of its own. */
export const longText = 60;

/** The input of one value. */
export function PlainField({ label, kind, value, note, onChange }: PlainFieldProps) {
  const { text, read } = useTypedText(kind, value);
  const mistake = mistakeIn(kind, value);
  const common = {
    label,
    error: mistake,
    autoComplete: "off",
    ...(note === undefined || mistake !== undefined ? {} : { description: note, className: classes["noted"] ?? "" }),
    inputWrapperOrder: ["label", "input", "description", "error"] as ("label" | "input" | "description" | "error")[],
  };
  if (kind === "boolean")
    return (
      <Checkbox
        className={classes["check"] ?? ""}
        label={label}
        checked={value === true}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
    );
  if (kind === "picture") return <PictureField label={label} value={text} note={note} onChange={onChange} />;
  if (kind === "text" && (text.length > longText || text.includes("\n")))
    return (
      <Textarea
        {...common}
        className={`${classes["wide"] ?? ""} ${common.className ?? ""}`}
        autosize
        minRows={2}
        maxRows={12}
        value={text}
        onChange={({ currentTarget }) => onChange(read(currentTarget.value))}
      />
    );
  const isDate = kind === "date" && (text === "" || isDay(text));
  return (
    <TextInput
      {...common}
      type={isDate ? "date" : "text"}
      {...(kind === "number" || kind === "money" ? { inputMode: "decimal" as const } : {})}
      value={text}
      onChange={({ currentTarget }) => onChange(read(currentTarget.value))}
    />
  );
}
