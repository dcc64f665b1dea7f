import { Anchor, Button, Textarea, TextInput } from "@mantine/core";
import type { CalculatedField } from "@platen/contracts";
import { readCalculatedFields, writeFormulaName, type FieldMistake } from "@platen/formats";
import { flattenPaths, pathsOf, type DataPath } from "@platen/template-source";
import { useEffect, useRef } from "react";
import { Link } from "react-router";
import { FormButtons } from "../../../components/form/form-buttons.tsx";
import { useForm } from "../../../components/form/use-form.ts";
import { paths as addresses } from "../../../paths.ts";
import { Dialog } from "../../../ui/dialog.tsx";
import { calculateData } from "../../data/calculated-data.ts";
import { useEditorState } from "../../editor-context.ts";
import type { TemplateSource } from "../../template-source.ts";
import classes from "./fields-panel.module.css";
import { useFieldChanges } from "./use-field-changes.ts";
import { mistakeText } from "./mistake-text.ts";

const maxFields = 100;
const maxFormula = 500;
/** More names would not fit into the dialog. */
const mostNames = 30;

type FormProps = {
  fields: readonly CalculatedField[];
  /** The index of the changed field; that after the last for a new one. */
  index: number;
  paths: readonly DataPath[];
  /** Saves the field; with a new name also what a rename changes. */
  onSave: (field: CalculatedField, renamed: Partial<TemplateSource> | undefined) => void;
  onClose: () => void;
};

function mistakeInName(name: string, { fields, index }: Pick<FormProps, "fields" | "index">): string | undefined {
  if (name === "") return "Must not be empty.";
  if (["true", "false", "null"].includes(name) || !/^[\p{L}_][\p{L}\p{N}_]{0,99}$/u.test(name))
    return "Use letters, digits and _, beginning with a letter.";
  if (fields.some((field, other) => other !== index && field.name === name))
    return "Another calculated field has this name.";
  return index >= maxFields ? `A template has at most ${maxFields} calculated fields.` : undefined;
}

/** The mistake that the field has, or that it makes of another one. */
function findMistake({ fields, index }: Pick<FormProps, "fields" | "index">, field: CalculatedField) {
  const known = new Set(readCalculatedFields(fields).mistakes.map(({ message }) => message));
  const { mistakes } = readCalculatedFields(fields.toSpliced(index, 1, field));
  return mistakes.find((one) => one.index === index) ?? mistakes.find(({ message }) => !known.has(message));
}

function messageOf(mistake: FieldMistake, formula: string, index: number): string {
  return mistake.index === index ? mistakeText(formula, mistake) : mistake.message;
}

/** Whether a formula can calculate with what a path leads to. */
function isUsable({ kind, value }: DataPath): boolean {
  return kind === "text" ? /^\s*[+-]?\d/.test(String(value)) : kind !== "object";
}

/** The names that a formula may read: those of the data, and within a list those of its items. */
function namesIn(paths: readonly DataPath[], own: string): { name: string; label: string }[] {
  return flattenPaths(paths).flatMap((found) => {
    const { path } = found;
    const star = path.lastIndexOf("*");
    const name = writeFormulaName(path.slice(star + 1));
    if (!isUsable(found) || name === "" || name === own) return [];
    const list = path.slice(0, Math.max(star, 0)).filter((step) => step !== "*");
    return [{ name, label: star === -1 ? name : `${name} of ${list.join(".")}` }];
  });
}

/** What a formula gives with the data set, or why it gives nothing. */
function useResult({ fields, index }: FormProps, field: CalculatedField): { text: string; isWrong: boolean } {
  const { name: set, value } = useEditorState((state) => state.dataSet);
  if (field.formula.trim() === "") return { text: "", isWrong: false };
  const named = { ...field, name: field.name === "" ? "result" : field.name };
  const mistake = findMistake({ fields, index }, named);
  if (mistake) return { text: messageOf(mistake, field.formula, index), isWrong: true };
  const { filled, notes } = calculateData(value ?? {}, fields.toSpliced(index, 1, named));
  const result = filled[named.name];
  const [shown] = pathsOf({ result });
  const note = notes.get(named.name);
  if (result === null || result === undefined)
    return { text: note ?? "A calculated field that the formula reads has no value.", isWrong: true };
  return { text: `= ${shown?.example ?? ""} with “${set}”${note === undefined ? "" : `. ${note}`}`, isWrong: false };
}

const fieldOf = ({ name, formula }: CalculatedField): CalculatedField => ({ name: name.trim(), formula });

function FieldForm(props: FormProps) {
  const { fields, index, paths, onSave, onClose } = props;
  const before = fields[index];
  const { tryRename } = useFieldChanges();
  const renameTo = (name: string) => (before && before.name !== name ? tryRename([before.name], name) : undefined);
  const input = useRef<HTMLTextAreaElement>(null);
  /** The place of the mistake that was refused last. */
  const place = useRef<number>(undefined);
  const { form, field, values, setValue } = useForm({
    initialValues: { name: before?.name ?? "", formula: before?.formula ?? "" },
    check: (typed) => {
      const name = mistakeInName(typed.name.trim(), props) ?? renameTo(typed.name.trim())?.refusal;
      const mistake = findMistake(props, fieldOf({ ...typed, name: name === undefined ? typed.name : "result" }));
      place.current = mistake?.index === index ? mistake.offset : undefined;
      return { name, formula: mistake && messageOf(mistake, typed.formula, index) };
    },
    send: async (typed) => fieldOf(typed),
    onDone(made) {
      const renamed = renameTo(made.name);
      onSave(made, renamed?.refusal === undefined ? renamed?.change : undefined);
      onClose();
    },
  });
  const result = useResult(props, fieldOf(values));
  const formula = field("formula");

  const { error } = formula;
  // The form has put the focus into the field with the mistake.
  useEffect(() => {
    const at = place.current;
    if (error !== undefined && at !== undefined) input.current?.setSelectionRange(at, at + 1);
  }, [error]);

  function insertName(name: string): void {
    const { selectionStart = 0, selectionEnd = 0 } = input.current ?? {};
    const start = formula.value.slice(0, selectionStart);
    const space = /[^\s(]$/.test(start) ? " " : "";
    setValue("formula", `${start}${space}${name}${formula.value.slice(selectionEnd)}`);
    input.current?.focus();
  }

  return (
    <form {...form}>
      <TextInput
        label="Name"
        placeholder="total"
        autoComplete="off"
        data-autofocus={before ? undefined : true}
        {...field("name")}
        description={
          before && values.name.trim() !== before.name
            ? `Tags, formulas and texts that read ${before.name} get the new name.`
            : undefined
        }
      />
      <Textarea
        ref={input}
        mt="sm"
        label="Formula"
        placeholder="sum(items, price × quantity)"
        description={
          <>
            Such as sum(items, price × quantity), subtotal × 21 %, round(vat, 2) or or(discount, 0).{" "}
            <Anchor component={Link} to={addresses.guide("calculated-fields")} target="_blank" inherit>
              All of it in the guide
            </Anchor>
          </>
        }
        autosize
        minRows={2}
        maxLength={maxFormula}
        spellCheck={false}
        autoComplete="off"
        data-autofocus={before ? true : undefined}
        onKeyDown={(event) => {
          if (event.key !== "Enter") return;
          event.preventDefault();
          event.currentTarget.form?.requestSubmit();
        }}
        classNames={{ input: classes["code"] ?? "" }}
        {...formula}
      />
      <output className={classes["result"]} data-wrong={result.isWrong || undefined}>
        {error === undefined ? result.text : ""}
      </output>
      <fieldset className={classes["names"]} aria-label="Names for the formula">
        {namesIn(paths, before?.name ?? "")
          .slice(0, mostNames)
          .map(({ name, label }) => (
            <Button key={label} size="compact-xs" variant="default" onClick={() => insertName(name)}>
              {label}
            </Button>
          ))}
      </fieldset>
      <FormButtons submit={before ? "Save" : "Add calculated field"} isPending={false} onCancel={onClose} />
    </form>
  );
}

/** Adds or changes a calculated field, and shows its value with the data set. */
export function CalculatedFieldDialog({ isOpen, ...form }: FormProps & { isOpen: boolean }) {
  const title = form.index < form.fields.length ? "Edit the calculated field" : "Add a calculated field";
  return (
    <Dialog title={title} isOpen={isOpen} onClose={form.onClose}>
      <FieldForm {...form} />
    </Dialog>
  );
}
