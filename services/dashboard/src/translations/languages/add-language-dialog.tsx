import { Select } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { problemMessage } from "../../api/problem-message.ts";
import { FormButtons } from "../../components/form/form-buttons.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Notice } from "../../ui/notice.tsx";
import { findLanguages, languageName } from "../model/languages.ts";

type AddLanguageDialogProps = {
  isOpen: boolean;
  onClose: () => void;
  taken: readonly string[];
  onAdd: (locale: string) => Promise<unknown>;
};

const maxShown = 60;

function LanguageForm({ onClose, taken, onAdd }: Omit<AddLanguageDialogProps, "isOpen">) {
  const [typed, setTyped] = useState("");
  const [chosen, setChosen] = useState<string | null>(null);
  const [mistake, setMistake] = useState<string>();
  const { mutate, isPending, error } = useMutation({ mutationFn: onAdd, onSuccess: onClose });
  const options = findLanguages(chosen !== null && typed.includes(`(${chosen})`) ? "" : typed, taken);
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (chosen === null) setMistake("Choose a language from the list.");
        else if (!isPending) mutate(chosen);
      }}
    >
      {error ? <Notice kind="failure">{problemMessage(error)}</Notice> : null}
      <Select
        label="Language"
        description="Search by name, or write a tag such as de-CH."
        searchable
        data-autofocus
        data={options}
        // The options are searched already.
        filter={({ options: found }) => found}
        limit={maxShown}
        maxDropdownHeight={260}
        nothingFoundMessage="No language has this name or tag, or it is in the table already."
        searchValue={typed}
        onSearchChange={setTyped}
        value={chosen}
        error={mistake}
        onChange={(value) => {
          setChosen(value);
          setMistake(undefined);
        }}
      />
      <FormButtons
        submit={chosen === null ? "Add language" : `Add ${languageName(chosen)}`}
        isPending={isPending}
        onCancel={onClose}
      />
    </form>
  );
}

/** Asks for a language to translate into. */
export function AddLanguageDialog({ isOpen, ...form }: AddLanguageDialogProps) {
  return (
    <Dialog title="Add a language" isOpen={isOpen} onClose={form.onClose}>
      <LanguageForm {...form} />
    </Dialog>
  );
}
