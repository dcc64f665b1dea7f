import { findJsonObjectMistake, lineAndColumn } from "@platen/contracts";
import type { DataSet } from "../template-source.ts";
import { formatJson } from "./format-json.ts";

/** The limit for all data sets together, in characters, and for their number. */
const limits = { length: 1_000_000, sets: 20 };

/** Pasted sample data as the text of a data set, or what is wrong with it. */
export type PastedData = { json: string } | { mistake: string };

/** Reads pasted JSON. A list alone becomes the data's `items`, because a template reads its data by names. */
export function readPastedData(pasted: string): PastedData {
  const text = pasted.trim();
  if (text === "") return { mistake: "Paste the data of one document, as JSON." };
  if (text.length > limits.length) {
    const length = (text.length / 1e6).toFixed(1);
    return { mistake: `This is too much: ${length} million characters. Sample data has at most 1 million.` };
  }
  const isList = text.startsWith("[");
  const before = isList ? '{"items":' : "";
  const json = isList ? `${before}${text}}` : text;
  const found = findJsonObjectMistake(json);
  if (!found) return { json: text.includes("\n") && !isList ? `${text}\n` : `${formatJson(json)}\n` };
  if (!/^[{[]/.test(text)) return { mistake: 'This is no JSON. It starts with { or [, such as {"name": "Ada"}.' };
  const { line, column } = lineAndColumn(text, Math.max(0, found.offset - before.length));
  return { mistake: `Line ${line}, column ${column}: it ${found.message}.` };
}

function isEmptyData({ json }: DataSet): boolean {
  return /^\s*(?:\{\s*\})?\s*$/.test(json);
}

function freeName(wanted: string, taken: readonly DataSet[]): string {
  const isTaken = (name: string) => taken.some((set) => set.name === name);
  let name = wanted;
  for (let number = 2; isTaken(name); number += 1) name = `${wanted} ${number}`;
  return name;
}

/** Puts data into an empty data set at an index, or into a new one. Undefined if there is no room for one more. */
export function addData(
  dataSets: readonly DataSet[],
  index: number,
  json: string,
  wantedName = dataSets.length === 0 ? "Sample data" : "Pasted data",
): { dataSets: DataSet[]; index: number } | undefined {
  const current = dataSets[index];
  const all = dataSets.reduce((sum, set) => sum + set.json.length, json.length);
  if (all > limits.length) return undefined;
  if (current && isEmptyData(current)) return { dataSets: dataSets.with(index, { ...current, json }), index };
  if (dataSets.length >= limits.sets) return undefined;
  const name = freeName(wantedName, dataSets);
  return { dataSets: [...dataSets, { name, json }], index: dataSets.length };
}

/** The data sets of a sample, and after them the author's own that hold data. */
export function besideSample(samples: readonly DataSet[], own: readonly DataSet[]): DataSet[] {
  return own
    .filter((set) => !isEmptyData(set))
    .reduce<DataSet[]>((sets, set) => [...sets, { ...set, name: freeName(set.name, sets) }], [...samples])
    .slice(0, limits.sets);
}
