import { TextInput } from "@mantine/core";
import type { ReactNode } from "react";

type KeyFieldProps = { value: string; error: ReactNode; onChange: (value: string) => void };

/** The field for the key of a text. */
export function KeyField({ value, error, onChange }: KeyFieldProps) {
  return (
    <TextInput
      label="Key"
      description="Names joined by dots, such as invoice.due. Keys with the same first name form a group."
      autoComplete="off"
      data-autofocus
      value={value}
      error={error}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}
