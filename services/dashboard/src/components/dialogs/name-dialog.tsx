import { TextInput } from "@mantine/core";
import type { ReactNode } from "react";
import { Dialog } from "../../ui/dialog.tsx";
import { Notice } from "../../ui/notice.tsx";
import { FormButtons } from "../form/form-buttons.tsx";
import { useForm } from "../form/use-form.ts";

type NameDialogProps<Result> = {
  isOpen: boolean;
  onClose: () => void;
  title: string;
  submit: string;
  text?: ReactNode;
  label?: string;
  placeholder?: string;
  initialName?: string;
  /** Finds a mistake that needs no answer. */
  check?: (name: string) => string | undefined;
  send: (name: string) => Promise<Result>;
  onDone?: (result: Result) => void;
};

function NameForm<Result>(props: Omit<NameDialogProps<Result>, "isOpen" | "title">) {
  const { form, field, problem, isPending } = useForm({
    initialValues: { name: props.initialName ?? "" },
    check: ({ name }) => ({ name: props.check?.(name) }),
    send: ({ name }) => props.send(name),
    onDone: (result) => {
      props.onClose();
      props.onDone?.(result);
    },
  });
  return (
    <form {...form}>
      {problem === undefined ? null : <Notice kind="failure">{problem}</Notice>}
      {props.text === undefined ? null : <p>{props.text}</p>}
      <TextInput
        label={props.label ?? "Name"}
        autoComplete="off"
        data-autofocus
        {...field("name")}
        {...(props.placeholder === undefined ? {} : { placeholder: props.placeholder })}
      />
      <FormButtons submit={props.submit} isPending={isPending} onCancel={props.onClose} />
    </form>
  );
}

/** Asks for a name. */
export function NameDialog<Result>({ isOpen, title, ...content }: NameDialogProps<Result>) {
  return (
    <Dialog title={title} isOpen={isOpen} onClose={content.onClose}>
      <NameForm {...content} />
    </Dialog>
  );
}
