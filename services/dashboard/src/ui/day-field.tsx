import { TextInput } from "@mantine/core";
import { dayOf, instantOf } from "./day.ts";

type DayFieldProps = {
  label: string;
  /** The start of the day; for the end of a range, the start of the next day. */
  value: string | undefined;
  edge: "start" | "end";
  onChange: (instant: string | undefined) => void;
};

/** A day as the start or end of a time range. */
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
