import { Button, NativeSelect, SegmentedControl, Textarea, TextInput } from "@mantine/core";
import { useMemo, useState } from "react";
import { fieldKinds, type FieldKind } from "../../../components/fields/field-kinds.ts";
import { dayOf } from "../../../ui/day.ts";
import { DialogButtons } from "../../../ui/dialog.tsx";
import { formatCount } from "../../../ui/format.ts";
import classes from "./add-field-dialog.module.css";
import { isFieldKind, PlaceSelect } from "./field-selects.tsx";
import {
  longestPaste,
  readPastedFields,
  sampleOf,
  stepsOfWords,
  type PastedFields,
  type ProposedField,
} from "./proposed-fields.ts";
import { useAddFields, type FieldPlace } from "./use-add-fields.ts";

/** The text that shows a sample value. */
function shownValue(value: unknown): string {
  if (Array.isArray(value)) return formatCount(value.length, "item");
  const text = typeof value === "object" && value !== null ? Object.keys(value).join(", ") : String(value);
  return text.startsWith("data:") ? "a picture" : text.slice(0, 60);
}

/** The kinds that a value which a sheet or a list of names gives can be. */
const plainKinds = ["text", "number", "money", "date", "picture", "boolean"] as const satisfies readonly FieldKind[];

/** A field as a person has it after a choice of its kind: with a sample of the kind. */
function withKind(field: ProposedField, kind: FieldKind, today: string): ProposedField {
  if (kind === field.kind) return field;
  const value = kind === "text" ? shownValue(field.value) : sampleOf(kind, field.steps.at(-1) ?? "", today);
  return { ...field, kind, value };
}

type FieldTableProps = {
  fields: readonly ProposedField[];
  refused: ReadonlyMap<ProposedField, string>;
  /** Chooses the kind of a field; undefined where the rows tell the kinds. */
  onKind: ((index: number, kind: FieldKind) => void) | undefined;
};

function FieldTable({ fields, refused, onKind }: FieldTableProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a keyboard must scroll it too
    <section className={classes["scroll"]} aria-label="Fields that were found" tabIndex={0}>
      <table className={classes["fields"]}>
        <thead>
          <tr>
            <th scope="col">Field</th>
            <th scope="col">Kind</th>
            <th scope="col">Sample value</th>
          </tr>
        </thead>
        <tbody>
          {fields.map((field, index) => {
            const name = field.steps.join(".");
            const isChoice = onKind && plainKinds.some((kind) => kind === field.kind);
            return (
              <tr key={name} data-refused={refused.has(field) || undefined}>
                <th scope="row">{name}</th>
                <td>
                  {isChoice ? (
                    <NativeSelect
                      size="xs"
                      aria-label={`Kind of ${name}`}
                      data={plainKinds.map((value) => ({ value, label: fieldKinds[value].label }))}
                      value={field.kind}
                      onChange={({ currentTarget: { value } }) => isFieldKind(value) && onKind(index, value)}
                    />
                  ) : (
                    fieldKinds[field.kind].label
                  )}
                </td>
                <td>{refused.get(field) ?? shownValue(field.value)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}

type SeveralFieldsFormProps = {
  places: readonly FieldPlace[];
  text: string;
  onText: (text: string) => void;
  onClose: () => void;
};

/** Whether the rows of a sheet are the items of a list, until a person says otherwise: there are several. */
const areItems = ({ items }: PastedFields) => items.length > 1;

/** Adds the fields of a pasted list of names, of a sheet's head, or of JSON; rows of a sheet also as one list. */
export function SeveralFieldsForm({ places, text, onText, onClose }: SeveralFieldsFormProps) {
  const { tryFields, addFields } = useAddFields();
  const [place, setPlace] = useState("");
  const [listName, setListName] = useState("Items");
  const [way, setWay] = useState<"fields" | "list">();
  const [kinds, setKinds] = useState<ReadonlyMap<number, FieldKind>>(new Map());
  const [today] = useState(() => dayOf(new Date().toISOString(), "start"));
  const pasted = useMemo(() => readPastedFields(text, today), [text, today]);
  const isList = pasted.items.length > 0 && (way ?? (areItems(pasted) ? "list" : "fields")) === "list";
  const fields = pasted.fields.map((field, index) => withKind(field, kinds.get(index) ?? field.kind, today));
  const toAdd: readonly ProposedField[] = isList
    ? [{ steps: stepsOfWords(listName), kind: "list", value: pasted.items }]
    : fields;
  const at = places.find(({ path }) => path.join("\n") === place);
  const { added, refused } = tryFields(toAdd, at);
  const problem = isList ? [...refused.values()][0] : undefined;

  function changeText(next: string): void {
    onText(next.slice(0, longestPaste));
    setKinds(new Map());
  }

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (added.length === 0) return;
        addFields(toAdd, at);
        onClose();
      }}
    >
      <Textarea
        label="Names, or rows of a spreadsheet"
        description="A name on each line, or copied cells with their head: the row below it gives the sample values. JSON works too."
        placeholder={"Invoice number\nDue date\nCustomer: Name"}
        rows={text === "" ? 6 : 4}
        spellCheck={false}
        data-autofocus
        autoFocus
        value={text}
        onChange={({ currentTarget }) => changeText(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) event.currentTarget.form?.requestSubmit();
        }}
      />
      {pasted.items.length > 0 ? (
        <SegmentedControl
          mt="sm"
          size="xs"
          aria-label="What the rows are"
          value={isList ? "list" : "fields"}
          onChange={(chosen) => setWay(chosen === "list" ? "list" : "fields")}
          data={[
            { value: "fields", label: "Fields of the document" },
            { value: "list", label: `A list of ${formatCount(pasted.items.length, "item")}` },
          ]}
        />
      ) : null}
      {isList ? (
        <TextInput
          mt="sm"
          label="Name of the list"
          value={listName}
          error={problem}
          onChange={({ currentTarget }) => setListName(currentTarget.value)}
        />
      ) : null}
      {fields.length === 0 ? null : (
        <FieldTable
          fields={isList ? pasted.fields : fields}
          refused={refused}
          onKind={isList ? undefined : (index, kind) => setKinds((before) => new Map(before).set(index, kind))}
        />
      )}
      <PlaceSelect places={places} value={place} onChange={setPlace} />
      <DialogButtons>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" disabled={added.length === 0}>
          {isList ? "Add list" : added.length > 0 ? `Add ${formatCount(added.length, "field")}` : "Add fields"}
        </Button>
      </DialogButtons>
    </form>
  );
}
