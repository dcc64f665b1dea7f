import { TextInput } from "@mantine/core";
import { useState } from "react";
import { FormButtons } from "../../components/form/form-buttons.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import type { DataSet } from "../template-source.ts";

type DataSetNameDialogProps = {
  mode: "new" | "copy" | "rename";
  isOpen: boolean;
  onClose: () => void;
  initialName: string;
  /** The data sets whose names are taken. */
  taken: readonly DataSet[];
  onName: (name: string) => void;
};

const labels = {
  new: { title: "New data set", submit: "Add data set" },
  copy: { title: "Duplicate data set", submit: "Duplicate" },
  rename: { title: "Rename data set", submit: "Rename" },
} as const;

const longestName = 100;

function mistakeIn(name: string, taken: readonly DataSet[]): string | undefined {
  if (name === "") return "Must not be empty.";
  if (name.length > longestName) return `Must have at most ${longestName} characters.`;
  return taken.some((set) => set.name === name) ? "Another data set has this name." : undefined;
}

function NameForm({ mode, onClose, initialName, taken, onName }: Omit<DataSetNameDialogProps, "isOpen">) {
  const [name, setName] = useState(initialName);
  const [mistake, setMistake] = useState<string>();
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const found = mistakeIn(name.trim(), taken);
        setMistake(found);
        if (found !== undefined) return;
        onName(name.trim());
        onClose();
      }}
    >
      <TextInput
        label="Name"
        autoComplete="off"
        data-autofocus
        value={name}
        error={mistake}
        onChange={({ currentTarget }) => {
          setName(currentTarget.value);
          setMistake(undefined);
        }}
      />
      <FormButtons submit={labels[mode].submit} isPending={false} onCancel={onClose} />
    </form>
  );
}

/** Asks for a data set's name, which must be unique in its template. */
export function DataSetNameDialog({ isOpen, ...form }: DataSetNameDialogProps) {
  return (
    <Dialog title={labels[form.mode].title} isOpen={isOpen} onClose={form.onClose}>
      <NameForm {...form} />
    </Dialog>
  );
}
