import { findJsonObjectMistake } from "@platen/contracts";
import { DataForm } from "../../data-form/data-form.tsx";
import { Notice } from "../../ui/notice.tsx";
import { useEditorState, useSource } from "../editor-context.ts";
import classes from "./data-view.module.css";
import { useChangeData } from "./use-change-data.ts";

/** A form of more data would be slow, and has more fields than a person fills. */
const longest = 150_000;

const noNames: readonly string[] = [];

/** The selected data set as a form. */
export function DataFormView({ json }: { json: string }) {
  const { name, value } = useEditorState((state) => state.dataSet);
  const { calculated } = useSource().settings;
  const changeData = useChangeData();
  const names = calculated?.map((field) => field.name) ?? noNames;
  if (json.length > longest)
    return (
      <div className={classes["form"]}>
        <Notice kind="warning">The data are too large for a form. Change them as JSON.</Notice>
      </div>
    );
  if (!value || findJsonObjectMistake(json))
    return (
      <div className={classes["form"]}>
        <Notice kind="warning">The JSON has a mistake. Mend it there, and the form shows the data again.</Notice>
      </div>
    );
  return (
    <section className={classes["form"]} aria-label={`Form of ${name}`}>
      {Object.keys(value).length === 0 ? (
        <p>The data set has no fields yet. Add them under Fields in the Design view, or write them as JSON.</p>
      ) : null}
      <DataForm example={value} value={value} onChange={changeData} calculated={names} />
    </section>
  );
}
