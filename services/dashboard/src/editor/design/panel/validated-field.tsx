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
  isLabelHidden?: boolean;
};

/** A text field that applies valid text while it is typed, and shows an error below invalid text. */
export function ValidatedField(props: ValidatedFieldProps) {
  const { label, value, placeholder, description, check, onChange, isLabelHidden = false } = props;
  const [typed, setTyped] = useState<string>();
  const error = typed === undefined || typed.trim() === "" ? undefined : check(typed.trim());
  return (
    <TextInput
      size="xs"
      {...(isLabelHidden ? { "aria-label": label } : { label })}
      {...(description === undefined ? {} : { description })}
      {...(placeholder === undefined ? {} : { placeholder })}
      value={typed ?? value}
      error={error}
      autoComplete="off"
      spellCheck={false}
      onChange={({ currentTarget }) => {
        const text = currentTarget.value;
        setTyped(text);
        if (text.trim() === "" || check(text.trim()) === undefined) onChange(text.trim());
      }}
      onBlur={() => {
        if (error === undefined) setTyped(undefined);
      }}
    />
  );
}
