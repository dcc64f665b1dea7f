import { NativeSelect, Switch, TextInput } from "@mantine/core";
import { useState } from "react";
import { FormButtons } from "../../../components/form/form-buttons.tsx";
import { useForm } from "../../../components/form/use-form.ts";
import { Dialog } from "../../../ui/dialog.tsx";
import { addField } from "../../data/add-field.ts";
import { useEditor, useEditorState, useSource } from "../../editor-context.ts";
import { useDesignStore } from "../design-context.ts";
import { type DataPath, flattenPaths } from "@platen/template-source";

const kinds = [
  { value: "text", label: "Text" },
  { value: "number", label: "Number" },
  { value: "boolean", label: "Yes or no" },
  { value: "list", label: "List of items" },
];

/** The objects that a field can be added to: the data itself, those in it, and the items of lists. */
function placesIn(paths: readonly DataPath[]): { label: string; path: string[] }[] {
  const inside = flattenPaths(paths).flatMap(({ path, kind, children }) => {
    if (kind === "object") return [{ label: path.join("."), path }];
    const isOfObjects = kind === "list" && children.length > 0 && children.every(({ name }) => name !== "*");
    return isOfObjects ? [{ label: `each of ${path.join(".")}`, path: [...path, "*"] }] : [];
  });
  return [{ label: "The document", path: [] }, ...inside];
}

function mistakeIn(name: string): string | undefined {
  if (name === "") return "Must not be empty.";
  // A tag reads a dot as a step, and a pipe as a format.
  return /^[\p{L}_][\p{L}\p{N}_-]*$/u.test(name) ? undefined : "Use letters, digits, - and _, beginning with a letter.";
}

function isNumber(text: string): boolean {
  return text.trim() !== "" && Number.isFinite(Number(text));
}

function valueOf(kind: string, example: string, isOn: boolean): unknown {
  if (kind === "boolean") return isOn;
  if (kind === "number") return Number(example);
  return kind === "list" ? [{ name: example }] : example;
}

function FieldForm({ paths, onClose }: { paths: readonly DataPath[]; onClose: () => void }) {
  const { change } = useEditor();
  const { dataSets, settings } = useSource();
  const dataSet = useEditorState((state) => state.dataSet);
  const { announce } = useDesignStore();
  const places = placesIn(paths);
  const current = dataSets[dataSet.index];
  const [isOn, setIsOn] = useState(true);
  const initialValues = { name: "", kind: "text", example: "", place: "0" };
  const jsonAfter = ({ name, kind, example, place }: typeof initialValues) => {
    const value = valueOf(kind, example.trim(), isOn);
    return current && addField(current.json, places[Number(place)]?.path ?? [], name.trim(), value);
  };
  const { form, field, values, setValue } = useForm({
    initialValues,
    check: (typed) => ({
      name:
        mistakeIn(typed.name.trim()) ??
        (typed.place === "0" && settings.calculated?.some(({ name }) => name === typed.name.trim())
          ? "A calculated field has this name."
          : undefined) ??
        (jsonAfter(typed) === undefined
          ? "The data has this field already, or a mistake that the Data view shows."
          : undefined),
      example: typed.kind === "number" && !isNumber(typed.example) ? "Must be a number, such as 12.50." : undefined,
    }),
    send: async (typed) => jsonAfter(typed),
    onDone(json, { name }) {
      if (!current || json === undefined) return;
      change({ dataSets: dataSets.with(dataSet.index, { ...current, json }) });
      announce(`Field ${name.trim()} added`);
      onClose();
    },
  });

  return (
    <form {...form}>
      <TextInput label="Name of the field" placeholder="dueDate" autoComplete="off" data-autofocus {...field("name")} />
      <NativeSelect
        mt="sm"
        label="Kind"
        data={kinds}
        value={values.kind}
        onChange={({ currentTarget }) => setValue("kind", currentTarget.value)}
      />
      {values.kind === "boolean" ? (
        <Switch
          mt="sm"
          label="Yes in the sample data"
          checked={isOn}
          onChange={({ currentTarget }) => setIsOn(currentTarget.checked)}
        />
      ) : (
        <TextInput
          mt="sm"
          label={values.kind === "list" ? "Name of the first item" : "Sample value"}
          autoComplete="off"
          {...field("example")}
        />
      )}
      {places.length > 1 ? (
        <NativeSelect
          mt="sm"
          label="Part of"
          data={places.map(({ label }, index) => ({ value: String(index), label }))}
          value={values.place}
          onChange={({ currentTarget }) => setValue("place", currentTarget.value)}
        />
      ) : null}
      <FormButtons submit="Add field" isPending={false} onCancel={onClose} />
    </form>
  );
}

/** Adds a field with a sample value to the data set. */
export function AddFieldDialog({
  isOpen,
  ...form
}: {
  isOpen: boolean;
  onClose: () => void;
  paths: readonly DataPath[];
}) {
  return (
    <Dialog title="Add a field" isOpen={isOpen} onClose={form.onClose}>
      <FieldForm {...form} />
    </Dialog>
  );
}
