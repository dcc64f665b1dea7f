import { bindArguments, type Parameter } from "@platen/formats";
import { ArrowDown, ArrowUp, Trash2 } from "lucide-react";
import { IconButton } from "../../../ui/icon-button.tsx";
import {
  fieldsOf,
  plainDescription,
  readWritten,
  removeFormat,
  setArgument,
  type Slot,
  type StepResult,
  swapFormats,
  valuesOf,
  type WrittenCall,
  type WrittenExpression,
} from "@platen/template-source";
import { ArgumentField, labelOfParameter } from "./argument-field.tsx";
import classes from "./expression.module.css";

/** More arguments that are not set are folded. */
const mostUnset = 2;

type FormatListProps = {
  written: WrittenExpression;
  /** The results before the first format, and after each. */
  steps: readonly StepResult[];
  names: readonly string[];
  write: (text: string, step?: string) => void;
  onRemove: (text: string) => void;
};

/** The formats of a tag, in order, each with its arguments and its result. */
export function FormatList({ written, steps, names, write, onRemove }: FormatListProps) {
  const { calls } = written;
  if (calls.length === 0) return null;
  return (
    <ol className={classes["formats"]} aria-label="Formats">
      {calls.map((call, index) => (
        // The buttons of a format that is moved keep the focus.
        <li key={index} className={classes["format"]}>
          <FormatHead
            call={call}
            onUp={index > 0 ? () => write(swapFormats(written, index - 1)) : undefined}
            onDown={index < calls.length - 1 ? () => write(swapFormats(written, index)) : undefined}
            onRemove={() => onRemove(removeFormat(written, index))}
          />
          <ArgumentFields
            written={written}
            call={call}
            index={index}
            names={names}
            fields={fieldsOf(steps[index]?.value)}
            write={write}
          />
          <Result step={steps[index + 1]} />
        </li>
      ))}
    </ol>
  );
}

type HeadProps = {
  call: WrittenCall;
  onUp: (() => void) | undefined;
  onDown: (() => void) | undefined;
  onRemove: () => void;
};

const small = { size: "sm", iconSize: 13 };

function FormatHead({ call: { call, format }, onUp, onDown, onRemove }: HeadProps) {
  return (
    <>
      <div style={{ display: "flex", gap: "1px", alignItems: "center" }}>
        <span className={classes["name"]}>{call.name}</span>
        <IconButton {...small} label={`Move ${call.name} up`} icon={ArrowUp} disabled={!onUp} onClick={onUp} />
        <IconButton {...small} label={`Move ${call.name} down`} icon={ArrowDown} disabled={!onDown} onClick={onDown} />
        <IconButton {...small} label={`Remove ${call.name}`} icon={Trash2} onClick={onRemove} />
      </div>
      <p className={classes["description"]}>
        {format ? plainDescription(format) : "Platen has no format of this name, so the template cannot be saved."}
      </p>
    </>
  );
}

/** What a format makes of the current data set. */
export function Result({ step }: { step: StepResult | undefined }) {
  if (!step) return null;
  return (
    <>
      {step.words === "" ? null : (
        <p className={classes["result"]}>
          <span aria-hidden>→ </span>
          <span className="unseen">Result: </span>
          {step.words}
        </p>
      )}
      {step.problem === undefined ? null : <p className={classes["problem"]}>{step.problem}</p>}
    </>
  );
}

type ArgumentFieldsProps = {
  written: WrittenExpression;
  call: WrittenCall;
  index: number;
  names: readonly string[];
  fields: readonly string[];
  write: (text: string, step?: string) => void;
};

function ArgumentFields({ written, call, index, names, fields, write }: ArgumentFieldsProps) {
  const { format } = call;
  if (!format || format.parameters.length === 0) return null;

  function set(slot: Slot, value: string | undefined): string | undefined {
    const text = setArgument(written, index, slot, value);
    const next = text === undefined ? undefined : readWritten(text)?.calls[index];
    if (text === undefined || !next?.format) return "The tag cannot say this.";
    const [mistake] = bindArguments(next.format, next.call).mistakes;
    if (mistake) return mistake.message;
    write(text, `format ${index} ${slot.parameter.name}`);
    return undefined;
  }

  function field(parameter: Parameter, at: number, label: string, isRequired: boolean) {
    const value = valuesOf(written, call, parameter)[at];
    const argument = call.args.filter(({ bound }) => bound.parameter === parameter)[at];
    return (
      <ArgumentField
        key={`${format?.name ?? ""} ${parameter.name} ${at}`}
        label={label}
        parameter={parameter}
        written={value}
        kind={argument?.bound.kind === "name" ? "data" : "fixed"}
        names={names}
        fields={fields}
        isRequired={isRequired}
        onWrite={(next) => set({ parameter, at }, next)}
      />
    );
  }

  function fieldsFor(parameter: Parameter) {
    const label = labelOfParameter(parameter);
    if (!parameter.isRest) return [field(parameter, 0, label, parameter.isRequired === true)];
    const { length } = valuesOf(written, call, parameter);
    return Array.from({ length: length + 1 }, (_, at) =>
      field(parameter, at, `${label} ${at + 1}`, length === 1 && at === 0),
    );
  }

  const unset = format.parameters.filter(
    (parameter) => parameter.isNamed && !parameter.isRequired && valuesOf(written, call, parameter).length === 0,
  );
  const folded = unset.length > mostUnset ? unset : [];
  return (
    <div className={classes["arguments"]}>
      {format.parameters.filter((parameter) => !folded.includes(parameter)).flatMap(fieldsFor)}
      {folded.length > 0 ? (
        <details>
          <summary style={{ color: "var(--soft)", fontSize: "0.75rem", cursor: "pointer" }}>
            More: {folded.map(({ name }) => name).join(", ")}
          </summary>
          <div className={classes["arguments"]}>{folded.flatMap(fieldsFor)}</div>
        </details>
      ) : null}
    </div>
  );
}
