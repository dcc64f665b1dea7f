import type { DataPath } from "@platen/template-source";
import { addFieldAt } from "../../data/add-field.ts";
import { useEditor, useEditorState, useSource } from "../../editor-context.ts";
import { useDesignStore } from "../design-context.ts";
import { flattenPaths } from "@platen/template-source";
import type { ProposedField } from "./proposed-fields.ts";

/** A place that fields can be added to: the data itself, an object in it, or the items of a list. */
export type FieldPlace = { label: string; path: string[] };

export function placesIn(paths: readonly DataPath[]): FieldPlace[] {
  const inside = flattenPaths(paths).flatMap(({ path, kind, children }) => {
    if (kind === "object") return [{ label: path.join("."), path }];
    const isOfObjects = kind === "list" && children.length > 0 && children.every(({ name }) => name !== "*");
    return isOfObjects ? [{ label: `each of ${path.join(".")}`, path: [...path, "*"] }] : [];
  });
  return [{ label: "The document", path: [] }, ...inside];
}

/** What adding fields gives: the data with them, and why some of them are not added, by their steps. */
type Added = { json: string; added: ProposedField[]; refused: ReadonlyMap<ProposedField, string> };

/** Adds fields to the selected data set, in one step to undo. */
export function useAddFields(): {
  /** Tries it, without a change. */
  tryFields: (fields: readonly ProposedField[], place: FieldPlace | undefined) => Added;
  addFields: (fields: readonly ProposedField[], place: FieldPlace | undefined) => ProposedField[];
} {
  const { change } = useEditor();
  const { dataSets, settings } = useSource();
  const { index } = useEditorState((state) => state.dataSet);
  const { announce } = useDesignStore();
  const current = dataSets[index];

  function tryFields(fields: readonly ProposedField[], place: FieldPlace | undefined): Added {
    const path = place?.path ?? [];
    const refused = new Map<ProposedField, string>();
    const added: ProposedField[] = [];
    let json = current?.json ?? "";
    for (const field of fields) {
      const isCalculated = path.length === 0 && settings.calculated?.some(({ name }) => name === field.steps[0]);
      const next = isCalculated === true ? undefined : addFieldAt(json, path, field.steps, field.value);
      if (next === undefined) {
        const reason = "The data has this field already, or a mistake that the Data view shows.";
        refused.set(field, isCalculated === true ? "A calculated field has this name." : reason);
      } else {
        json = next;
        added.push(field);
      }
    }
    return { json, added, refused };
  }

  function addFields(fields: readonly ProposedField[], place: FieldPlace | undefined): ProposedField[] {
    const { json, added } = tryFields(fields, place);
    if (!current || added.length === 0) return [];
    change({ dataSets: dataSets.with(index, { ...current, json }) });
    const names = added.map(({ steps }) => steps.join(".")).join(", ");
    announce(added.length === 1 ? `Field ${names} added` : `${added.length} fields added: ${names}`);
    return added;
  }
  return { tryFields, addFields };
}
