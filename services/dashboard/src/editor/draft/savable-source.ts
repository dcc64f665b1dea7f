import { findJsonObjectMistake, lineAndColumn } from "@platen/contracts";
import { sentence } from "../../api/problem-message.ts";
import type { TemplateSource } from "../template-source.ts";
import type { LocatedProblem } from "./locate-problem.ts";

/** The part of a source that can be saved now, and the first mistake that keeps a data set out of it. */
type Savable = { source: TemplateSource; mistake: (LocatedProblem & { isRestSaved: true }) | undefined };

/** Data sets with a mistake in their JSON stay as they were saved, so that all other work can be saved. */
export function savableSource(source: TemplateSource, saved: TemplateSource): Savable {
  const wrong = source.dataSets.flatMap(({ name, json }, dataSetIndex) => {
    const found = findJsonObjectMistake(json);
    return found ? [{ name, json, dataSetIndex, ...found }] : [];
  });
  const [first] = wrong;
  if (!first) return { source, mistake: undefined };
  const names = new Set(wrong.map(({ name }) => name));
  const kept = source.dataSets.flatMap((set) => {
    if (!names.has(set.name)) return [set];
    return saved.dataSets.filter(({ name }) => name === set.name);
  });
  const { line } = lineAndColumn(first.json, first.offset);
  return {
    source: { ...source, dataSets: kept.length > 0 ? kept : saved.dataSets },
    mistake: {
      message: `Data set “${first.name}”, line ${line}: ${sentence(first.message)}`,
      position: { part: "data", offset: first.offset },
      dataSetIndex: first.dataSetIndex,
      isRestSaved: true,
    },
  };
}
