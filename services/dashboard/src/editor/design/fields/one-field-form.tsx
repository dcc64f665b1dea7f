import { Button, NativeSelect, Switch, TextInput, Textarea } from "@mantine/core";
import { useRef, useState, type ClipboardEvent } from "react";
import { fieldKinds, kindOf, valueOfTyped, type FieldKind } from "../../../components/fields/field-kinds.ts";
import { useForm } from "../../../components/form/use-form.ts";
import { dayOf } from "../../../ui/day.ts";
import { DialogButtons } from "../../../ui/dialog.tsx";
import classes from "./add-field-dialog.module.css";
import { isFieldKind, PlaceSelect } from "./field-selects.tsx";
import { sampleOf, sampleWithFields, stepsOfWords, type ProposedField } from "./proposed-fields.ts";
import { useAddFields, type FieldPlace } from "./use-add-fields.ts";

/** What a sample of a kind must be, where not every text is one. */
const wrongSamples: Partial<Record<FieldKind, string>> = {
  number: "Must be a number, such as 12.50.",
  money: "Must be an amount, such as 12.50.",
  date: "Must be a day of the calendar.",
};

type Typed = { name: string; kind: string; sample: string };

/** The field that a person means; without a sample, the kind's own. */
function fieldOf({ name, kind, sample }: Typed, isOn: boolean, today: string): ProposedField {
  const steps = stepsOfWords(name);
  const last = steps.at(-1) ?? "";
  const named = kindOf(undefined, last);
  const isPlain = named !== "list" && named !== "group";
  // A name tells less than a sample.
  const fits = !isPlain || sample.trim() === "" || valueOfTyped(named, sample) !== undefined;
  const chosen = isFieldKind(kind) ? kind : fits ? named : "text";
  if (chosen === "list" || chosen === "group")
    return { steps, kind: chosen, value: sampleWithFields(chosen, sample, today) };
  const value = chosen === "boolean" ? isOn : sample.trim() === "" ? sampleOf(chosen, last, today) : sample.trim();
  return { steps, kind: chosen, value: typeof value === "string" ? valueOfTyped(chosen, value) : value };
}

function SampleField({
  kind,
  suggestion,
  isOn,
  onSwitch,
  ...input
}: ReturnType<ReturnType<typeof useForm<Typed, unknown>>["field"]> & {
  kind: FieldKind;
  suggestion: string;
  isOn: boolean;
  onSwitch: (isOn: boolean) => void;
}) {
  if (kind === "boolean")
    return (
      <Switch
        mt="sm"
        label="Yes in the sample data"
        checked={isOn}
        onChange={({ currentTarget }) => onSwitch(currentTarget.checked)}
      />
    );
  if (kind === "list" || kind === "group")
    return (
      <Textarea
        mt="sm"
        label={kind === "list" ? "Columns" : "Fields in it"}
        description={kind === "list" ? "Their names, or rows copied from a spreadsheet with their head." : undefined}
        placeholder={kind === "list" ? "Item, Quantity, Price" : "Name, Street, City"}
        autosize
        minRows={1}
        maxRows={8}
        spellCheck={false}
        {...input}
      />
    );
  return (
    <TextInput
      mt="sm"
      label="Sample value"
      autoComplete="off"
      {...(kind === "date" ? { type: "date" } : { placeholder: suggestion })}
      {...input}
    />
  );
}

/** Adds fields one after the other: Enter adds one, and goes to the name of the next. */
export function OneFieldForm({
  places,
  onPasteSeveral,
  onClose,
}: {
  places: readonly FieldPlace[];
  onPasteSeveral: (text: string) => void;
  onClose: () => void;
}) {
  const { tryFields, addFields } = useAddFields();
  const [isOn, setIsOn] = useState(true);
  const [place, setPlace] = useState("");
  const [done, setDone] = useState<readonly string[]>([]);
  const input = useRef<HTMLInputElement>(null);
  /** Whether the button was pressed that also closes the dialog. */
  const closes = useRef(false);
  const [today] = useState(() => dayOf(new Date().toISOString(), "start"));
  const placeOf = () => places.find(({ path }) => path.join("\n") === place);
  const { form, field, values, setValue, reset } = useForm<Typed, ProposedField>({
    initialValues: { name: "", kind: "", sample: "" },
    check(typed) {
      const found = fieldOf(typed, isOn, today);
      if (found.steps.length === 0)
        return {
          name: typed.name.trim() === "" ? "Must not be empty." : "Use letters or digits, such as Invoice number.",
        };
      if (found.value === undefined) return { sample: wrongSamples[found.kind] };
      return { name: tryFields([found], placeOf()).refused.get(found) };
    },
    send: async (typed) => fieldOf(typed, isOn, today),
    onDone(found) {
      addFields([found], placeOf());
      if (closes.current) {
        onClose();
        return;
      }
      setDone((before) => [
        ...before,
        [...(placeOf()?.path.filter((step) => step !== "*") ?? []), ...found.steps].join("."),
      ]);
      setIsOn(true);
      reset();
      input.current?.focus();
    },
  });
  const { steps, kind } = fieldOf(values, isOn, today);
  const written = steps.join(".");
  const isList = kind === "list" || kind === "group";

  function takeSeveral(event: ClipboardEvent<HTMLInputElement>): void {
    const text = event.clipboardData.getData("text/plain");
    if (!/[\n\r\t]\s*\S|^\s*[{[]/.test(text)) return;
    event.preventDefault();
    onPasteSeveral(text);
  }

  return (
    <form
      {...form}
      onSubmit={(event) => {
        const { submitter } = event.nativeEvent instanceof SubmitEvent ? event.nativeEvent : { submitter: null };
        closes.current = submitter?.hasAttribute("data-closes") === true;
        form.onSubmit(event);
      }}
    >
      <TextInput
        ref={input}
        label="Name"
        placeholder="Invoice number"
        autoComplete="off"
        data-autofocus
        onPaste={takeSeveral}
        {...field("name")}
      />
      <output className={classes["written"]}>
        {written === "" ? (
          "Words are enough. “Customer: Name” makes a group."
        ) : (
          <>
            Tags write <code>{written}</code>
          </>
        )}
      </output>
      <NativeSelect
        mt="sm"
        label="Kind"
        data={Object.entries(fieldKinds).map(([value, { label }]) => ({ value, label }))}
        value={kind}
        onChange={({ currentTarget }) => setValue("kind", currentTarget.value)}
      />
      <SampleField
        {...field("sample")}
        kind={kind}
        suggestion={isList || kind === "picture" ? "" : String(sampleOf(kind, steps.at(-1) ?? "", today))}
        isOn={isOn}
        onSwitch={setIsOn}
      />
      <PlaceSelect places={places} value={place} onChange={setPlace} />
      <output className={classes["done"]}>{done.length === 0 ? "" : `Added: ${done.join(", ")}`}</output>
      <DialogButtons>
        {/* Enter presses the first button that submits. */}
        <Button type="submit" variant="default" className={classes["first"] ?? ""}>
          Save and add another
        </Button>
        <Button variant="default" onClick={onClose}>
          {done.length === 0 ? "Cancel" : "Done"}
        </Button>
        <Button type="submit" data-closes disabled={done.length > 0 && values.name.trim() === ""}>
          Add field
        </Button>
      </DialogButtons>
    </form>
  );
}
