import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef, useState, type ChangeEvent, type SyntheticEvent } from "react";
import { fieldMessages, problemMessage } from "../../api/problem-message.ts";

type FormOptions<Values, Result> = {
  initialValues: Values;
  /** The mistakes that need no answer. With one, nothing is sent. */
  check?: (values: Values) => { [Name in keyof Values]?: string | undefined };
  send: (values: Values) => Promise<Result>;
  onDone: (result: Result, values: Values) => void | Promise<void>;
};

/**
 * A form whose text fields have the names of the contract. Error messages for fields appear at the fields, and the first
 * of them gets the focus. Any other error message is `problem`.
 */
export function useForm<Values extends Record<string, string>, Result>(options: FormOptions<Values, Result>) {
  const [values, setValues] = useState(options.initialValues);
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [problem, setProblem] = useState<string>();
  /** The fields that were refused last. */
  const [refused, setRefused] = useState<Readonly<Record<string, string>>>({});
  const form = useRef<HTMLFormElement>(null);

  function refuse(fields: Readonly<Record<string, string>>): void {
    setErrors(fields);
    setRefused(fields);
  }

  const mutation = useMutation<Result, Error, Values>({
    mutationFn: options.send,
    onSuccess: (result, sent) => options.onDone(result, sent),
    onError: (error) => {
      const fields = fieldMessages(error, Object.keys(options.initialValues));
      refuse(fields ?? {});
      setProblem(fields ? undefined : problemMessage(error));
    },
  });

  // While the user mends one field, the focus must not go to the next.
  useEffect(() => {
    const fields = Array.from(form.current?.elements ?? []).filter(
      (element) => element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement,
    );
    fields.find(({ name }) => refused[name] !== undefined)?.focus();
  }, [refused]);

  function setValue(name: keyof Values & string, value: string): void {
    setValues((current) => ({ ...current, [name]: value }));
    setErrors(({ [name]: _fixed, ...others }) => others);
  }

  return {
    values,
    setValue,
    problem,
    isPending: mutation.isPending,
    /** The props of the form element. */
    form: {
      ref: form,
      noValidate: true,
      onSubmit(event: SyntheticEvent): void {
        event.preventDefault();
        const mistakes = Object.entries(options.check?.(values) ?? {}).flatMap(([name, mistake]) =>
          mistake === undefined ? [] : [[name, mistake] as const],
        );
        refuse(Object.fromEntries(mistakes));
        setProblem(undefined);
        if (mistakes.length === 0 && !mutation.isPending) mutation.mutate(values);
      },
    },
    /** The props of a field's input. */
    field: (name: keyof Values & string) => ({
      name,
      value: values[name] ?? "",
      error: errors[name],
      // Not every input of Mantine sets it for its error.
      "aria-invalid": errors[name] !== undefined || undefined,
      onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
        setValue(name, currentTarget.value),
    }),
    /** Resets the form to its initial values. */
    reset: (): void => {
      setValues(options.initialValues);
      setErrors({});
      setProblem(undefined);
      mutation.reset();
    },
  };
}
