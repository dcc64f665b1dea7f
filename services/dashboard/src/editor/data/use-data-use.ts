import { findSyntaxMistake } from "@platen/mustache";
import { useDeferredValue, useMemo, useState } from "react";
import { useEditorState } from "../editor-context.ts";
import type { TemplateSource } from "../template-source.ts";
import { mergeTables } from "../texts/two-tables.ts";
import { useTexts } from "../texts/use-texts.ts";
import { calculateData } from "./calculated-data.ts";
import { findDataUse, type DataUse } from "./data-use.ts";

function hasMistake({ html, settings: { header = "", footer = "" } }: TemplateSource): boolean {
  return [html, header, footer].some((text) => findSyntaxMistake(text) !== undefined);
}

/**
 * What a source uses of the selected data set, and how to find it in other data. While a tag is incomplete, the last
 * complete source counts.
 */
export function useDataUse(source: TemplateSource): { use: DataUse; find: (data: Record<string, unknown>) => DataUse } {
  const filled = useEditorState(({ dataSet }) => dataSet.calculated?.filled);
  // Deferred, so that typing does not wait.
  const latest = useDeferredValue(source);
  const [analysed, setAnalysed] = useState(latest);
  if (analysed !== latest && !hasMistake(latest)) setAnalysed(latest);
  const texts = useTexts();
  const messages = useMemo(() => mergeTables(texts), [texts]);
  return useMemo(() => {
    const find = (data: Record<string, unknown>) =>
      findDataUse(analysed, calculateData(data, analysed.settings.calculated).filled, messages);
    return { use: findDataUse(analysed, filled ?? {}, messages), find };
  }, [analysed, filled, messages]);
}
