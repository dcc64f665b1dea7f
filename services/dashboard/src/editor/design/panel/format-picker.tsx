import { Select } from "@mantine/core";
import type { Format, FormatKind } from "@platen/formats";
import type { Ref } from "react";
import {
  type CallContext,
  fittingFormats,
  newCall,
  plainDescription,
  type StepResult,
  type TagUse,
  typesOf,
} from "@platen/template-source";
import classes from "./expression.module.css";

const groups: Readonly<Partial<Record<FormatKind, string>>> = {
  numbers: "Numbers",
  dates: "Dates",
  text: "Text",
  choice: "Conditions and choices",
  lists: "Lists",
  reach: "Parts",
  codes: "Codes",
  charts: "Charts",
  languages: "Texts of translations",
};

type FormatPickerProps = {
  ref: Ref<HTMLInputElement>;
  label: string;
  /** The value that the format gets; undefined if the data has none. */
  value: unknown;
  use: TagUse;
  context: CallContext;
  /** The results with a format appended. */
  tryOut: (call: string) => readonly StepResult[];
  onPick: (call: string) => void;
};

/** Offers the formats that fit a value, each with what it does and what it would make of this value. */
export function FormatPicker({ ref, label, value, use, context, tryOut, onPick }: FormatPickerProps) {
  const fitting = fittingFormats(typesOf(value), use);
  const byName = new Map(fitting.map((format) => [format.name, format]));
  const kinds = [...new Set(fitting.map(({ kind }) => kind))];

  function exampleOf(format: Format): string | undefined {
    const result = tryOut(newCall(format, context)).at(-1);
    return result && result.problem === undefined ? result.words : undefined;
  }

  return (
    <Select
      ref={ref}
      size="xs"
      label={label}
      placeholder={use === "section" ? "Search, such as empty" : "Search, such as date"}
      searchable
      // It gets the focus back after a choice, and must not cover the new format then.
      openOnFocus={false}
      clearable={false}
      value={null}
      nothingFoundMessage="No format has this name."
      data={kinds.map((kind) => ({
        group: groups[kind] ?? `${kind.charAt(0).toUpperCase()}${kind.slice(1)}`,
        items: fitting.filter((format) => format.kind === kind).map(({ name }) => name),
      }))}
      // The list of options scrolls itself, which keyboards and screen readers understand.
      withScrollArea={false}
      classNames={{ options: classes["options"] ?? "" }}
      comboboxProps={{ width: 300, position: "bottom-end" }}
      renderOption={({ option }) => {
        const format = byName.get(option.value);
        const example = format && exampleOf(format);
        return format ? (
          <div className={classes["option"]}>
            <span style={{ fontWeight: 600 }}>{format.name}</span>
            {example === undefined ? null : <span className={classes["optionResult"]}>{example}</span>}
            <span className={classes["optionText"]}>{plainDescription(format)}</span>
          </div>
        ) : null;
      }}
      onChange={(name) => {
        const format = name === null ? undefined : byName.get(name);
        if (format) onPick(newCall(format, context));
      }}
    />
  );
}
