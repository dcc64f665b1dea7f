import { TextInput, type TextInputProps } from "@mantine/core";

/** The field for the key of a text. */
export function KeyField(field: Pick<TextInputProps, "name" | "value" | "error" | "onChange">) {
  return (
    <TextInput
      label="Key"
      description="Names joined by dots, such as invoice.due. Keys with the same first name form a group."
      autoComplete="off"
      data-autofocus
      {...field}
    />
  );
}
