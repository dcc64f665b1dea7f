import { Autocomplete, NativeSelect } from "@mantine/core";
import type { Parameter } from "@platen/formats";
import { Braces } from "lucide-react";
import { IconButton } from "../../../ui/icon-button.tsx";
import { useState } from "react";
import { type ArgumentKind, shownArgument, writeArgument } from "@platen/template-source";
import classes from "./expression.module.css";

const labels: Readonly<Record<string, string>> = { other: "Value", ecc: "Error correction", values: "Value" };

export function labelOfParameter({ name }: Parameter): string {
  return labels[name] ?? `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
}

const mostOptions = 60;

/** The currencies that Intl knows. */
const currencies = Intl.supportedValuesOf("currency");

export type ArgumentFieldProps = {
  label: string;
  parameter: Parameter;
  /** The argument in the source; undefined if it is left out. */
  written: string | undefined;
  kind: ArgumentKind;
  /** The names of the data that the tag can use. */
  names: readonly string[];
  /** The fields of the list's items. */
  fields: readonly string[];
  isRequired: boolean;
  /** Writes the argument, or removes it. Returns what is wrong with it. */
  onWrite: (value: string | undefined) => string | undefined;
};

/** The words or fields between which a list chooses; undefined if other values are possible. */
function choicesOf(
  { words, check, type, isField, isWord }: Parameter,
  fields: readonly string[],
): { value: string; label: string }[] | undefined {
  if (type === "boolean")
    return [
      { value: "true", label: "Yes" },
      { value: "false", label: "No" },
    ];
  if (isField) return fields.length === 0 ? undefined : fields.map((field) => ({ value: field, label: field }));
  return words && (isWord || !check) ? words.map((word) => ({ value: word, label: word })) : undefined;
}

/** The options that contain what is typed. The value that is chosen already hides no other option. */
function optionsFor(options: readonly string[], typed = ""): string[] {
  const part = typed.trim().toLowerCase();
  return [...new Set(options)].filter((option) => option.toLowerCase().includes(part)).slice(0, mostOptions);
}

/** A field for one argument of a format: a word, a currency, a field of the items, a text or a number, or a name of the data. */
export function ArgumentField(props: ArgumentFieldProps) {
  const { label, parameter, written, names, fields, isRequired, onWrite } = props;
  const [chosenKind, setChosenKind] = useState<ArgumentKind>();
  const [typed, setTyped] = useState<string>();
  const [error, setError] = useState<string>();
  const kind = chosenKind ?? props.kind;
  const isShown = kind === props.kind;
  const value = typed ?? (written !== undefined && isShown ? shownArgument(written) : "");
  const choices = kind === "fixed" ? choicesOf(parameter, fields) : undefined;

  function write(text: string): void {
    setTyped(text);
    if (text === "" && isRequired) {
      setError("This format needs a value here.");
      return;
    }
    const next = text === "" ? undefined : writeArgument(text, kind, parameter, isShown ? written : undefined);
    if (text !== "" && next === undefined) {
      setError(kind === "data" ? "Use a name such as customer.name" : "A text can contain ' or \", but not both.");
      return;
    }
    setError(next === written ? undefined : onWrite(next));
  }

  const options = kind === "data" ? names : parameter.isCurrency ? currencies : (parameter.words ?? []);
  const placeholder = isRequired ? undefined : "Not set";
  return (
    <div className={classes["argument"]}>
      {choices ? (
        <NativeSelect
          size="xs"
          label={label}
          value={value}
          error={error}
          onChange={({ currentTarget }) => write(currentTarget.value)}
          data={[
            ...(isRequired ? [] : [{ value: "", label: "Not set" }]),
            // A value that the format refuses stays visible.
            ...(value === "" || choices.some((choice) => choice.value === value) ? [] : [value]),
            ...choices,
          ]}
        />
      ) : (
        <Autocomplete
          size="xs"
          label={label}
          value={value}
          error={error}
          {...(placeholder === undefined ? {} : { placeholder })}
          data={optionsFor(options, typed)}
          filter={({ options: shown }) => shown}
          // The list of options scrolls itself, which keyboards and screen readers understand.
          withScrollArea={false}
          classNames={{ options: classes["options"] ?? "" }}
          spellCheck={false}
          onChange={write}
          onBlur={() => {
            if (error === undefined) setTyped(undefined);
          }}
        />
      )}
      {parameter.isField || parameter.isWord ? null : (
        <IconButton
          size={30}
          iconSize={14}
          label={`${label}: a value of the data`}
          hint={kind === "data" ? "Use a fixed value" : "Use a value of the data"}
          icon={Braces}
          isOn={kind === "data"}
          onClick={() => {
            setChosenKind(kind === "data" ? "fixed" : "data");
            setTyped(undefined);
            setError(undefined);
          }}
        />
      )}
    </div>
  );
}
