import { Button } from "@mantine/core";
import { Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import { IconButton } from "../ui/icon-button.tsx";
import classes from "./data-form.module.css";
import { emptyItem, fieldsOf, keepKinds, valueAt, withValue, type FormField } from "./form-fields.ts";
import { longText, PlainField } from "./plain-field.tsx";
import { RowSheet } from "./row-sheet.tsx";

/** What a document lacks, by the paths of the fields: `customer.name`, `items[].price`. */
export type FieldNotes = ReadonlyMap<string, string>;

type FieldsProps = {
  fields: readonly FormField[];
  value: unknown;
  /** The path of the object that has the fields, with a dot at its end; empty for the data themselves. */
  path: string;
  notes: FieldNotes;
  onChange: (value: unknown) => void;
};

const listIn = (value: unknown): readonly unknown[] => (Array.isArray(value) ? (value as unknown[]) : []);
const isWide = (field: FormField, value: unknown) =>
  field.kind === "sheet" ||
  field.kind === "forms" ||
  field.kind === "group" ||
  (typeof value === "string" && value.length > longText);

/** A list whose items have lists of their own. */
function ItemForms({
  field,
  value,
  path,
  notes,
  onChange,
}: Omit<FieldsProps, "fields"> & { field: Extract<FormField, { kind: "forms" }> }) {
  const items = listIn(value);
  return (
    <>
      {items.map((item, index) => (
        // An item has no name of its own.
        // oxlint-disable-next-line react/no-array-index-key
        <fieldset key={index} className={classes["group"]}>
          <legend>
            {field.label} {index + 1}
            <IconButton
              label={`Delete ${field.label} ${index + 1}`}
              icon={Trash2}
              iconSize={15}
              onClick={() => onChange(items.toSpliced(index, 1))}
            />
          </legend>
          <Fields
            fields={field.fields}
            value={item}
            path={`${path}[].`}
            notes={notes}
            onChange={(next) => onChange(items.with(index, next))}
          />
        </fieldset>
      ))}
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<Plus size={15} aria-hidden />}
        onClick={() => onChange([...items, emptyItem(field.fields)])}
      >
        Add to {field.label}
      </Button>
    </>
  );
}

function Field({ field, value, path, notes, onChange }: Omit<FieldsProps, "fields"> & { field: FormField }) {
  if (field.kind === "group")
    return (
      <fieldset className={classes["group"]}>
        <legend>{field.label}</legend>
        <Fields fields={field.fields} value={value} path={`${path}.`} notes={notes} onChange={onChange} />
      </fieldset>
    );
  if (field.kind === "forms")
    return (
      <fieldset className={classes["group"]}>
        <legend>{field.label}</legend>
        <ItemForms field={field} value={value} path={path} notes={notes} onChange={onChange} />
      </fieldset>
    );
  if (field.kind === "sheet") {
    const noted = field.columns.flatMap(({ path: inRow, label }) => {
      const note = notes.get(inRow.length === 0 ? path : `${path}[].${inRow.join(".")}`);
      return note === undefined ? [] : [`${label}: ${note}`];
    });
    return (
      <fieldset className={classes["group"]}>
        <legend>{field.label}</legend>
        <RowSheet label={field.label} columns={field.columns} rows={listIn(value)} onChange={onChange} />
        {noted.map((note) => (
          <p key={note} className={classes["note"]}>
            {note}
          </p>
        ))}
      </fieldset>
    );
  }
  const { label, kind } = field;
  return <PlainField label={label} kind={kind} value={value} note={notes.get(path)} onChange={onChange} />;
}

function Fields({ fields, value, path, notes, onChange }: FieldsProps) {
  return (
    <div className={classes["fields"]}>
      {fields.map((field) => {
        const own = valueAt(value, [field.name]);
        return (
          <div key={field.name} data-wide={isWide(field, own) || undefined}>
            <Field
              field={field}
              value={own}
              path={`${path}${field.name}`}
              notes={notes}
              onChange={(next) => onChange(withValue(value, [field.name], next))}
            />
          </div>
        );
      })}
    </div>
  );
}

/** The fields of an example, which keep their kinds while the example changes. */
function useFields(example: Record<string, unknown>, omitted: readonly string[]): readonly FormField[] {
  const [known, setKnown] = useState(() => ({ example, fields: fieldsOf(example, omitted) }));
  if (known.example === example) return known.fields;
  const next = { example, fields: keepKinds(known.fields, fieldsOf(example, omitted)) };
  setKnown(next);
  return next.fields;
}

const noNotes: FieldNotes = new Map();
const noNames: readonly string[] = [];

export type DataFormProps = {
  /** What fields the data have, and of what kinds: an example, or the data themselves. */
  example: Record<string, unknown>;
  value: Record<string, unknown>;
  onChange: (value: Record<string, unknown>) => void;
  /** The fields that Platen calculates. */
  calculated?: readonly string[];
  notes?: FieldNotes;
};

/** A form for the data of a template. What the example does not have stays as it is. Numbers keep all their digits. */
export function DataForm({ example, value, onChange, calculated = noNames, notes = noNotes }: DataFormProps) {
  const fields = useFields(example, calculated);
  return (
    <Fields
      fields={fields}
      value={value}
      path=""
      notes={notes}
      // Of data that are an object, the change is one.
      onChange={(next) => onChange(next as Record<string, unknown>)}
    />
  );
}
