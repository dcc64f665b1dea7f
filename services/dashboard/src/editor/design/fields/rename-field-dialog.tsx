import { TextInput } from "@mantine/core";
import { useMemo } from "react";
import { nameOfWords } from "../../../components/fields/field-name.ts";
import { FormButtons } from "../../../components/form/form-buttons.tsx";
import { useForm } from "../../../components/form/use-form.ts";
import { Dialog } from "../../../ui/dialog.tsx";
import { useEditor } from "../../editor-context.ts";
import { useDesignStore } from "../design-context.ts";
import { UseList } from "./use-list.tsx";
import { useFieldChanges } from "./use-field-changes.ts";

type RenameFormProps = { path: readonly string[]; onClose: () => void };

/** The name that a person means: one that tags can write stays as it is, and other words make one. */
function nameOf(typed: string): string {
  const text = typed.trim();
  return /^[\p{L}_][\p{L}\p{N}_-]*$/u.test(text) ? text : nameOfWords(text);
}

function RenameForm({ path, onClose }: RenameFormProps) {
  const { change } = useEditor();
  const { announce } = useDesignStore();
  const { tryRename, usesOf } = useFieldChanges();
  const old = path.at(-1) ?? "";
  // oxlint-disable-next-line react/exhaustive-deps -- the dialog covers everything that changes the template
  const uses = useMemo(() => usesOf(path), []);
  const { form, field, values } = useForm({
    initialValues: { name: old },
    check: ({ name }) => ({ name: nameOf(name) === old ? undefined : tryRename(path, nameOf(name)).refusal }),
    send: async ({ name }) => nameOf(name),
    onDone(name) {
      const renamed = name === old ? undefined : tryRename(path, name);
      if (renamed?.refusal === undefined && renamed) {
        change(renamed.change);
        announce(`Field ${old} renamed to ${name}`);
      }
      onClose();
    },
  });
  const name = nameOf(values.name);
  return (
    <form {...form}>
      <TextInput
        label="Name"
        autoComplete="off"
        data-autofocus
        description={name === values.name.trim() || name === "" ? undefined : `Tags write ${name}.`}
        {...field("name")}
      />
      <UseList uses={uses} title="These change with it, and the data sets" empty="Only the data sets change with it." />
      <FormButtons submit="Rename" isPending={false} onCancel={onClose} />
    </form>
  );
}

/** Renames a field in everything that reads it. */
export function RenameFieldDialog({
  path,
  ...dialog
}: {
  path: readonly string[] | undefined;
  isOpen: boolean;
  onClose: () => void;
}) {
  return (
    <Dialog title={`Rename ${path?.at(-1) ?? ""}`} {...dialog}>
      {path ? <RenameForm path={path} onClose={dialog.onClose} /> : null}
    </Dialog>
  );
}
