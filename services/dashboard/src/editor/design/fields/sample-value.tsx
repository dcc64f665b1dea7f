import { isObject, type DataPath } from "@platen/template-source";
import { useState } from "react";
import { fieldKinds, kindOf, valueOfTyped } from "../../../components/fields/field-kinds.ts";
import { isPicture } from "../../../components/fields/is-picture.ts";
import { setInJson } from "../../data/change-field.ts";
import { useEditor, useEditorState, useSource } from "../../editor-context.ts";
import { useDesignStore } from "../design-context.ts";
import classes from "./fields-panel.module.css";

/** Sets the sample value of a field in the selected data set. */
function useSetSample(): (path: readonly string[], value: unknown) => void {
  const { change } = useEditor();
  const { dataSets } = useSource();
  const { index } = useEditorState((state) => state.dataSet);
  const { announce } = useDesignStore();
  return (path, value) => {
    const current = dataSets[index];
    const json = current && setInJson(current.json, path, value);
    if (!current || json === undefined) {
      announce("Not changed: the data have a mistake, which the Data view shows");
      return;
    }
    if (json === current.json) return;
    change({ dataSets: dataSets.with(index, { ...current, json }) });
    announce(`Sample value of ${path.at(-1) ?? ""} changed`);
  };
}

type SampleValueProps = { path: DataPath; label: string };

/** The sample value of a field. A click edits it in place: Enter keeps it, Escape does not. */
export function SampleValue({ path, label }: SampleValueProps) {
  const setSample = useSetSample();
  const [text, setText] = useState<string>();
  /** Whether a key has ended the editing, so that the focus returns. */
  const [isBack, setIsBack] = useState(false);
  const kind = kindOf(path.value, label);
  if (kind === "list" || kind === "group" || isObject(path.value))
    return <span className={classes["example"]}>{path.example}</span>;
  const value = typeof path.value === "string" ? path.value : path.example;
  if (kind === "boolean" && text === undefined)
    return (
      <button
        type="button"
        className={classes["sample"]}
        aria-label={`Sample value of ${label}: ${path.value === true ? "yes" : "no"}`}
        title="Change the sample value"
        onClick={() => setSample(path.path, path.value !== true)}
      >
        {path.value === true ? "yes" : "no"}
      </button>
    );
  if (text === undefined)
    return (
      <button
        type="button"
        className={classes["sample"]}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the field that had the focus is gone
        autoFocus={isBack}
        aria-label={`Sample value of ${label}: ${isPicture(value) ? "a picture" : path.example}`}
        title="Change the sample value"
        onClick={() => setText(value)}
      >
        {isPicture(value) ? "picture" : path.example === "" ? "–" : path.example}
      </button>
    );
  const typed = valueOfTyped(kind, text);
  const isWrong = typed === undefined;
  function end(isKept: boolean, isByKey: boolean): void {
    if (isKept && !isWrong && text !== value) setSample(path.path, typed);
    setIsBack(isByKey);
    setText(undefined);
  }
  return (
    <input
      className={classes["input"]}
      aria-label={`Sample value of ${label}`}
      aria-invalid={isWrong || undefined}
      title={
        isWrong
          ? `Write ${fieldKinds[kind].label.toLowerCase()}, such as ${kind === "date" ? "2026-01-31" : "12.50"}`
          : undefined
      }
      type={kind === "date" ? "date" : "text"}
      autoComplete="off"
      // A click has asked for it.
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- the button that had the focus is gone
      autoFocus
      value={text}
      onFocus={({ currentTarget }) => currentTarget.type === "text" && currentTarget.select()}
      onChange={({ currentTarget }) => setText(currentTarget.value)}
      onBlur={() => end(true, false)}
      onKeyDown={(event) => {
        if (event.key === "Enter") {
          event.preventDefault();
          if (!isWrong) end(true, true);
        } else if (event.key === "Escape") {
          event.stopPropagation();
          end(false, true);
        }
      }}
    />
  );
}
