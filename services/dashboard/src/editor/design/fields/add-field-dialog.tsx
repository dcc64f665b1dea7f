import { Button, NativeSelect, Switch, TextInput } from "@mantine/core";
import { useState } from "react";
import { Dialog, DialogButtons } from "../../../ui/dialog.tsx";
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

function valueOf(kind: string, example: string, isOn: boolean): unknown {
  if (kind === "boolean") return isOn;
  if (kind === "number") return Number(example);
  return kind === "list" ? [{ name: example }] : example;
}

function FieldForm({ paths, onClose }: { paths: readonly DataPath[]; onClose: () => void }) {
  const { change } = useEditor();
  const source = useSource();
  const dataSet = useEditorState((state) => state.dataSet);
  const { announce } = useDesignStore();
  const places = placesIn(paths);
  const [name, setName] = useState("");
  const [kind, setKind] = useState("text");
  const [example, setExample] = useState("");
  const [isOn, setIsOn] = useState(true);
  const [place, setPlace] = useState(0);
  const [mistakes, setMistakes] = useState<{ name?: string | undefined; example?: string | undefined }>({});

  function submit(): void {
    const written = name.trim();
    const isNumber = kind !== "number" || (example.trim() !== "" && Number.isFinite(Number(example)));
    const found = { name: mistakeIn(written), example: isNumber ? undefined : "Must be a number, such as 12.50." };
    setMistakes(found);
    const current = source.dataSets[dataSet.index];
    if (found.name !== undefined || found.example !== undefined || !current) return;
    const json = addField(current.json, places[place]?.path ?? [], written, valueOf(kind, example.trim(), isOn));
    if (json === undefined) {
      setMistakes({ name: "The data has this field already, or a mistake that the Data view shows." });
      return;
    }
    change({ dataSets: source.dataSets.with(dataSet.index, { ...current, json }) });
    announce(`Field ${written} added`);
    onClose();
  }

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <TextInput
        label="Name of the field"
        placeholder="dueDate"
        autoComplete="off"
        data-autofocus
        error={mistakes.name}
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <NativeSelect
        mt="sm"
        label="Kind"
        data={kinds}
        value={kind}
        onChange={({ currentTarget }) => setKind(currentTarget.value)}
      />
      {kind === "boolean" ? (
        <Switch
          mt="sm"
          label="Yes in the sample data"
          checked={isOn}
          onChange={({ currentTarget }) => setIsOn(currentTarget.checked)}
        />
      ) : (
        <TextInput
          mt="sm"
          label={kind === "list" ? "Name of the first item" : "Sample value"}
          autoComplete="off"
          error={mistakes.example}
          value={example}
          onChange={({ currentTarget }) => setExample(currentTarget.value)}
        />
      )}
      {places.length > 1 ? (
        <NativeSelect
          mt="sm"
          label="Part of"
          data={places.map(({ label }, index) => ({ value: String(index), label }))}
          value={String(place)}
          onChange={({ currentTarget }) => setPlace(Number(currentTarget.value))}
        />
      ) : null}
      <DialogButtons>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit">Add field</Button>
      </DialogButtons>
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
