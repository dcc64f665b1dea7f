import { Textarea } from "@mantine/core";
import { readMessage } from "@platen/formats";
import { FormButtons } from "../../components/form/form-buttons.tsx";
import { useForm } from "../../components/form/use-form.ts";
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
  const others = keys.filter((other) => other !== renamed);
  const { form, field, problem, isPending } = useForm({
    initialValues: { key: renamed ?? "", text: "" },
    check: ({ key, text }) => ({ key: keyMistake(key.trim(), others), text: readMessage(text).mistake?.message }),
    send: async ({ key, text }) => (key.trim() === renamed ? undefined : onSave(key.trim(), text)),
    onDone: onClose,
  });
  return (
    <form {...form}>
      {problem === undefined ? null : <Notice kind="failure">{problem}</Notice>}
      {renamed === undefined ? null : (
        <p>
          Templates name keys. Change <code>{`{{@t.${renamed}}}`}</code> in each template that prints this text: until
          then, its draft cannot be saved. Published versions keep their texts.
        </p>
      )}
      <KeyField {...field("key")} />
      {renamed === undefined ? (
        <Textarea
          mt="sm"
          autosize
          minRows={2}
          maxRows={8}
          label={`Text in ${languageName(defaultLocale)}`}
          lang={defaultLocale}
          dir={directionOf(defaultLocale)}
          {...field("text")}
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
