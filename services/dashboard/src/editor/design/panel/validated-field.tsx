import { TextInput } from "@mantine/core";
import { useState } from "react";

export type ValidatedFieldProps = {
  label: string;
  /** The value in the source; empty if the source does not set it. */
  value: string;
  /** The value that applies while the source sets none. */
  placeholder?: string;
  description?: string;
  /** Returns an error message for an invalid text. The empty text is always valid and removes the value. */
  check: (text: string) => string | undefined;
  onChange: (text: string) => void;
  /** Takes the error message, for a field without room for its label and its error. */
  onMistake?: (message: string | undefined) => void;
};

/** A text field that applies valid text while it is typed, and shows an error below invalid text. */
export function ValidatedField(props: ValidatedFieldProps) {
  const { label, value, placeholder, description, check, onChange, onMistake } = props;
  const [typed, setTyped] = useState<string>();
  const error = typed === undefined || typed.trim() === "" ? undefined : check(typed.trim());
  return (
    <TextInput
      size="xs"
      {...(onMistake ? { "aria-label": label } : { label })}
      {...(description === undefined ? {} : { description })}
      {...(placeholder === undefined ? {} : { placeholder })}
      value={typed ?? value}
      error={onMistake ? error !== undefined : error}
      autoComplete="off"
      spellCheck={false}
      onChange={({ currentTarget }) => {
        const text = currentTarget.value;
        setTyped(text);
        const mistake = text.trim() === "" ? undefined : check(text.trim());
        onMistake?.(mistake);
        if (mistake === undefined) onChange(text.trim());
      }}
      onBlur={() => {
        if (error === undefined) setTyped(undefined);
      }}
    />
  );
}
