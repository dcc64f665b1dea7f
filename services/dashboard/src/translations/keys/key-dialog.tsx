import { Textarea } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import { readMessage } from "@platen/formats";
import { problemMessage } from "../../api/problem-message.ts";
import { FormButtons } from "../../components/form/form-buttons.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Notice } from "../../ui/notice.tsx";
import { directionOf, languageName } from "../model/languages.ts";
import { KeyField } from "./key-field.tsx";
import { keyMistake } from "./key-mistake.ts";

type KeyDialogProps = {
  isOpen: boolean;
  onClose: () => void;
  /** The key to rename; undefined for a new one. */
  renamed: string | undefined;
  keys: readonly string[];
  defaultLocale: string;
  /** Called with the text of the default language for a new key. */
  onSave: (key: string, text: string) => Promise<unknown>;
};

function KeyForm({ onClose, renamed, keys, defaultLocale, onSave }: Omit<KeyDialogProps, "isOpen">) {
  const [key, setKey] = useState(renamed ?? "");
  const [text, setText] = useState("");
  const [mistakes, setMistakes] = useState<{ key?: ReactNode; text?: ReactNode }>({});
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => onSave(key.trim(), text),
    onSuccess: onClose,
  });
  const others = keys.filter((other) => other !== renamed);
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const ofKey = keyMistake(key.trim(), others);
        const ofText = readMessage(text).mistake?.message;
        setMistakes({ ...(ofKey ? { key: ofKey } : {}), ...(ofText ? { text: ofText } : {}) });
        if (ofKey !== undefined || ofText !== undefined || isPending) return;
        if (key.trim() === renamed) onClose();
        else mutate();
      }}
    >
      {error ? <Notice kind="failure">{problemMessage(error)}</Notice> : null}
      {renamed === undefined ? null : (
        <p>
          Templates name keys. Change <code>{`{{@t.${renamed}}}`}</code> in each template that prints this text: until
          then, its draft cannot be saved. Published versions keep their texts.
        </p>
      )}
      <KeyField
        value={key}
        error={mistakes.key}
        onChange={(value) => {
          setKey(value);
          setMistakes({});
        }}
      />
      {renamed === undefined ? (
        <Textarea
          mt="sm"
          autosize
          minRows={2}
          maxRows={8}
          label={`Text in ${languageName(defaultLocale)}`}
          lang={defaultLocale}
          dir={directionOf(defaultLocale)}
          value={text}
          error={mistakes.text}
          onChange={({ currentTarget }) => {
            setText(currentTarget.value);
            setMistakes({});
          }}
        />
      ) : null}
      <FormButtons submit={renamed === undefined ? "Add key" : "Rename key"} isPending={isPending} onCancel={onClose} />
    </form>
  );
}

/** Asks for a new key and its first text, or for another name of a key. */
export function KeyDialog({ isOpen, ...form }: KeyDialogProps) {
  return (
    <Dialog
      title={form.renamed === undefined ? "Add a key" : `Rename “${form.renamed}”`}
      isOpen={isOpen}
      onClose={form.onClose}
    >
      <KeyForm {...form} />
    </Dialog>
  );
}
