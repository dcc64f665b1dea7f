import { TextInput } from "@mantine/core";
import { useState } from "react";

export type DraftFieldProps = {
  label: string;
  /** As the source has it; empty for what it does not say. */
  value: string;
  /** What holds while the source says nothing. */
  placeholder?: string;
  description?: string;
  /** What is wrong with a text, in words. The empty text is never wrong: it takes the value away. */
  check: (text: string) => string | undefined;
  onChange: (text: string) => void;
  isLabelHidden?: boolean;
};

/** A text that is taken over as it is typed, as long as it is right; what is wrong with it stands at it. */
export function DraftField(props: DraftFieldProps) {
  const { label, value, placeholder, description, check, onChange, isLabelHidden = false } = props;
  const [draft, setDraft] = useState<string>();
  const error = draft === undefined || draft.trim() === "" ? undefined : check(draft.trim());
  return (
    <TextInput
      size="xs"
      {...(isLabelHidden ? { "aria-label": label } : { label })}
      {...(description === undefined ? {} : { description })}
      {...(placeholder === undefined ? {} : { placeholder })}
      value={draft ?? value}
      error={error}
      autoComplete="off"
      spellCheck={false}
      onChange={({ currentTarget }) => {
        const text = currentTarget.value;
        setDraft(text);
        if (text.trim() === "" || check(text.trim()) === undefined) onChange(text.trim());
      }}
      onBlur={() => {
        if (error === undefined) setDraft(undefined);
      }}
    />
  );
}
