import { TextInput } from "@mantine/core";
import { dayOf, instantOf } from "./day.ts";

type DayFieldProps = {
  label: string;
  /** An instant on the day: its first, or for the end of a range the first one after it. */
  value: string | undefined;
  edge: "start" | "end";
  onChange: (instant: string | undefined) => void;
};

/** A day, as the begin or end of a range of time. */
export function DayField({ label, value, edge, onChange }: DayFieldProps) {
  return (
    <TextInput
      type="date"
      aria-label={label}
      title={label}
      value={value === undefined ? "" : dayOf(value, edge)}
      onChange={({ currentTarget }) => onChange(instantOf(currentTarget.value, edge))}
    />
  );
}
