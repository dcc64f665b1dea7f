import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef, useState, type ChangeEvent, type SyntheticEvent } from "react";
import { fieldMessages, problemMessage } from "../api/problem-message.ts";

type FormOptions<Values, Result> = {
  initialValues: Values;
  send: (values: Values) => Promise<Result>;
  onDone: (result: Result, values: Values) => void | Promise<void>;
};

/**
 * A form of text fields that are named as the contract names them. What the API says about a field stands at it, and
 * the first such field gets the focus; what it says otherwise is `problem`.
 */
export function useForm<Values extends Record<string, string>, Result>(options: FormOptions<Values, Result>) {
  const [values, setValues] = useState(options.initialValues);
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [problem, setProblem] = useState<string>();
  const form = useRef<HTMLFormElement>(null);

  const { mutate, isPending, reset } = useMutation<Result, Error, Values>({
    mutationFn: options.send,
    onSuccess: (result, sent) => options.onDone(result, sent),
    onError: (error) => {
      const fields = fieldMessages(error, Object.keys(options.initialValues));
      setErrors(fields ?? {});
      setProblem(fields ? undefined : problemMessage(error));
    },
  });

  useEffect(() => {
    const fields = Array.from(form.current?.elements ?? []).filter(
      (element) => element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement,
    );
    fields.find(({ name }) => errors[name] !== undefined)?.focus();
  }, [errors]);

  function setValue(name: keyof Values & string, value: string): void {
    setValues((current) => ({ ...current, [name]: value }));
    setErrors(({ [name]: _mended, ...others }) => others);
  }

  return {
    values,
    setValue,
    problem,
    isPending,
    /** Properties of the form element. */
    form: {
      ref: form,
      noValidate: true,
      onSubmit(event: SyntheticEvent): void {
        event.preventDefault();
        setErrors({});
        setProblem(undefined);
        if (!isPending) mutate(values);
      },
    },
    /** Properties of a field's input. */
    field: (name: keyof Values & string) => ({
      name,
      value: values[name] ?? "",
      error: errors[name],
      onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
        setValue(name, currentTarget.value),
    }),
    /** Empties the form for another go. */
    startAgain: (): void => {
      setValues(options.initialValues);
      setErrors({});
      setProblem(undefined);
      reset();
    },
  };
}
