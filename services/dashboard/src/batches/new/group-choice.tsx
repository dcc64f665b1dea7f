import { NativeSelect } from "@mantine/core";
import classes from "./new-batch-form.module.css";

type GroupChoiceProps = {
  headers: readonly string[];
  groupBy: number | undefined;
  onChange: (groupBy: number | undefined) => void;
};

/** The choice of what becomes one document: a row, or all rows with one value of a column. */
export function GroupChoice({ headers, groupBy, onChange }: GroupChoiceProps) {
  return (
    <NativeSelect
      className={classes["group"] ?? ""}
      label="One document for"
      description="Rows of one document fill a list of the template, such as lines[].price. What they share is the same in all of them, or empty."
      data={[
        { value: "", label: "Each row" },
        ...headers.map((header, index) => ({
          value: String(index),
          label: `All rows with the same ${header === "" ? `column ${index + 1}` : header}`,
        })),
      ]}
      value={groupBy === undefined ? "" : String(groupBy)}
      onChange={({ currentTarget: { value } }) => onChange(value === "" ? undefined : Number(value))}
    />
  );
}
