import { NativeSelect, TextInput } from "@mantine/core";
import type { ReactNode } from "react";
import { keptChoices } from "../../components/kept-days.ts";
import { useProject } from "../../components/project-context.ts";
import type { BatchOptions, OptionMistakes } from "./batch-options.ts";
import classes from "./more-options.module.css";

const timeZoneOptions = [
  { value: "", label: "The template's" },
  ...["UTC", ...Intl.supportedValuesOf("timeZone").filter((zone) => zone !== "UTC")].map((zone) => ({
    value: zone,
    label: zone,
  })),
];

type MoreOptionsProps = {
  options: BatchOptions;
  mistakes: OptionMistakes;
  onChange: (options: BatchOptions) => void;
  /** Fields that belong here too. */
  children: ReactNode;
};

/** What most batches leave as it is. */
export function MoreOptions({ options, mistakes, onChange, children }: MoreOptionsProps) {
  const project = useProject();
  const field = (name: keyof BatchOptions) => ({
    value: options[name],
    error: mistakes[name],
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
      onChange({ ...options, [name]: value }),
  });
  return (
    <details>
      <summary className={classes["summary"]}>More options</summary>
      <div className={classes["fields"]}>
        {children}
        <NativeSelect
          label="Keep the PDFs for"
          description="Then Platen deletes them."
          data={keptChoices(project)}
          {...field("expiresIn")}
        />
        <TextInput
          type="datetime-local"
          label="Start later"
          description="In your time zone, at most 30 days ahead."
          {...field("notBefore")}
        />
        <TextInput
          inputMode="numeric"
          autoComplete="off"
          label="Pause after failed rows"
          description="Default: 50, if at least half fail."
          placeholder="50"
          {...field("stopAfterFailures")}
        />
        <TextInput
          autoComplete="off"
          spellCheck={false}
          label="Language"
          description="Of numbers and dates, such as de-CH."
          placeholder="The template's"
          {...field("locale")}
        />
        <NativeSelect
          label="Time zone"
          description="Of times in the documents."
          data={timeZoneOptions}
          {...field("timeZone")}
        />
      </div>
    </details>
  );
}
