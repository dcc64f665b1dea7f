import {
  findReferences,
  parseObject,
  pathsOfAll,
  placeOfReference,
  reads,
  renameField,
  type FieldReaders,
} from "@platen/template-source";
import { calculateData } from "../../data/calculated-data.ts";
import { removeFromJson, renameInJson } from "../../data/change-field.ts";
import { useEditor, useSource } from "../../editor-context.ts";
import type { DataSet, TemplateSource } from "../../template-source.ts";
import { useTexts } from "../../texts/use-texts.ts";
import { useDesign, useDesignStore } from "../design-context.ts";

/** A place that reads a field, and how often. */
export type FieldUse = { place: string; count: number };

type Renamed = { change: Partial<TemplateSource>; count: number; refusal?: undefined } | { refusal: string };

/** The data sets after a change of their texts, or the name of the one whose JSON has a mistake. */
function changeSets(
  dataSets: readonly DataSet[],
  change: (json: string) => string | undefined,
): { dataSets: DataSet[] } | { refusal: string } {
  const changed: DataSet[] = [];
  for (const set of dataSets) {
    const json = change(set.json);
    if (json === undefined)
      return { refusal: `The data set “${set.name}” has a mistake, which the Data view shows. Mend it first.` };
    changed.push({ ...set, json });
  }
  return { dataSets: changed };
}

/** Renames and deletes fields in all data sets of the template, each in one step to undo, and tells what reads them. */
export function useFieldChanges() {
  const { change } = useEditor();
  const source = useSource();
  const { announce } = useDesignStore();
  const { snippets } = useDesign((state) => state.document);
  const { project } = useTexts();
  const { html, settings, dataSets, translations } = source;
  const { header, footer, calculated = [] } = settings;
  const readers: FieldReaders = {
    texts: { html, header: header ?? "", footer: footer ?? "" },
    calculated,
    messages: translations ?? {},
    sharedMessages: project,
    snippets,
  };

  function knownData() {
    // A calculated field is known although its formula gives no value.
    const names = Object.fromEntries(calculated.map(({ name }) => [name, null]));
    const data = dataSets.map(({ json }) => ({
      ...names,
      ...calculateData(parseObject(json) ?? {}, calculated).filled,
    }));
    return { paths: pathsOfAll(data), data };
  }

  function usesOf(path: readonly string[]): FieldUse[] {
    const counts = new Map<string, number>();
    for (const reference of findReferences(readers, knownData()).references) {
      if (!reads(reference, path)) continue;
      const place = placeOfReference(reference, readers);
      counts.set(place, (counts.get(place) ?? 0) + 1);
    }
    return [...counts].map(([place, count]) => ({ place, count }));
  }

  function tryRename(path: readonly string[], name: string): Renamed {
    const sets = changeSets(dataSets, (json) => renameInJson(json, path, name));
    if ("refusal" in sets) return sets;
    const renamed = renameField(readers, knownData(), path, name);
    if (renamed.refusal !== undefined) return renamed;
    const { texts, messages, count } = renamed;
    const changed: Partial<TemplateSource> = {
      html: texts.html,
      settings: {
        ...settings,
        ...(header !== undefined && { header: texts.header }),
        ...(footer !== undefined && { footer: texts.footer }),
        ...(settings.calculated && { calculated: renamed.calculated }),
      },
      dataSets: sets.dataSets,
      ...(translations && { translations: messages }),
    };
    return { change: changed, count };
  }

  function deleteField(path: readonly string[]): string | undefined {
    const sets = changeSets(dataSets, (json) => removeFromJson(json, path));
    if ("refusal" in sets) return sets.refusal;
    change(sets);
    announce(`Field ${path.filter((step) => step !== "*").join(".")} deleted`);
    return undefined;
  }

  return { usesOf, tryRename, deleteField };
}
