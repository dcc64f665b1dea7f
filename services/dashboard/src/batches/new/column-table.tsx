import { NativeSelect, TextInput } from "@mantine/core";
import { DataTable, type Column } from "../../ui/data-table.tsx";
import classes from "./column-table.module.css";
import { textOf, type Line } from "./cell.ts";
import type { ChosenFile } from "./chosen-file.ts";
import { kindFor, mappingMistakes, type ColumnTarget } from "./column-mapping.ts";
import type { ValueKind } from "./template-fields.ts";

const kindOptions: { value: ValueKind; label: string }[] = [
  { value: "text", label: "Text" },
  { value: "number", label: "Number, 1234.5" },
  { value: "comma", label: "Number, 1234,5" },
  { value: "date", label: "Date, 2026-11-30" },
  { value: "boolean", label: "Yes or no" },
];

const fieldsId = "fields-of-the-template";

type ColumnTableProps = {
  chosen: ChosenFile;
  /** The line that is the example. */
  first: Line;
  fields: ReadonlyMap<string, ValueKind>;
  targets: readonly ColumnTarget[];
  onChange: (targets: readonly ColumnTarget[]) => void;
};
type Item = ColumnTarget & { index: number; example: string; mistake: string | undefined };

/** The columns of a file with the fields that they fill. */
export function ColumnTable({ chosen, first, fields, targets, onChange }: ColumnTableProps) {
  const mistakes = mappingMistakes(targets);
  const change = (index: number, part: Partial<ColumnTarget>) =>
    onChange(targets.map((target, at) => (at === index ? { ...target, ...part } : target)));
  const items = targets.map((target, index) => ({
    ...target,
    index,
    example: textOf(first.cells[index] ?? null),
    mistake: mistakes.get(index),
  }));
  const nameOf = ({ header, index }: Item) => (header === "" ? `column ${index + 1}` : header);
  const columns: Column<Item>[] = [
    {
      header: "Column",
      kind: "title",
      cell: (item) => (
        <span style={{ color: "var(--ink)", overflowWrap: "anywhere" }}>
          {nameOf(item)}
          {chosen.hiddenColumns?.has(item.index) ? (
            <span className={classes["hidden"]}>hidden in the sheet</span>
          ) : null}
        </span>
      ),
    },
    {
      header: "First row",
      cell: ({ example }) => <span title={example}>{example}</span>,
    },
    {
      header: "Field",
      width: 17,
      cell: (item) => (
        <TextInput
          size="xs"
          aria-label={`Field for ${nameOf(item)}`}
          className={classes["field"] ?? ""}
          placeholder="Left out"
          autoComplete="off"
          spellCheck={false}
          list={fieldsId}
          value={item.path}
          error={item.mistake}
          onChange={({ currentTarget: { value: path } }) =>
            change(item.index, { path, kind: kindFor(path, fields, chosen, item.index) })
          }
        />
      ),
    },
    {
      header: "As",
      width: 11,
      cell: (item) => (
        <NativeSelect
          size="xs"
          aria-label={`Kind of ${nameOf(item)}`}
          disabled={item.path === ""}
          title={item.path === "" ? "Give the column a field first" : undefined}
          data={kindOptions}
          value={item.kind}
          onChange={({ currentTarget: { value } }) => {
            const option = kindOptions.find((each) => each.value === value);
            if (option) change(item.index, { kind: option.value });
          }}
        />
      ),
    },
  ];
  return (
    <>
      <datalist id={fieldsId}>
        {[...fields.keys()].map((path) => (
          <option key={path} value={path}>
            {path}
          </option>
        ))}
      </datalist>
      <DataTable
        label="Columns"
        columns={columns}
        items={items}
        keyOf={({ index }) => String(index)}
        isDense
        empty={null}
      />
    </>
  );
}
