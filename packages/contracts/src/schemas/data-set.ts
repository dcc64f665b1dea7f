import { z } from "zod";
import { nameText, text } from "./fields.ts";
import { list } from "./list.ts";
import { findJsonObjectMistake, lineAndColumn } from "./json-text.ts";

const maxDataSets = 20;
/** The limit for all data sets of a template together, in characters. */
const maxTotalLength = 1_000_000;

const name = z.string().meta({ description: "Name, unique among the template's data sets." });
const json = z.string().meta({ description: "A JSON object as text, exactly as its author wrote it." });

export const dataSet = z
  .object({ name, json })
  .meta({ id: "DataSet", description: "Named sample data to preview a template with." });

export type DataSet = z.infer<typeof dataSet>;

/** The data sets of a draft or version. */
export const dataSets = z.array(dataSet).meta({ description: "Sample data; previews use the first set." });

const givenDataSet = z.strictObject({
  name: nameText().meta({ description: "Name, unique among the template's data sets.", example: "Sample data" }),
  json: text(maxTotalLength)
    .check(({ value, issues }) => {
      const mistake = findJsonObjectMistake(value);
      if (!mistake) return;
      const position = lineAndColumn(value, mistake.offset);
      issues.push({
        code: "custom",
        input: value,
        message: `${mistake.message} (line ${position.line}, column ${position.column})`,
        params: position,
      });
    })
    .meta({ description: "A JSON object as text. Platen stores the text unchanged.", example: '{ "number": "2031" }' }),
});

/** Data sets as a request gives them. */
export const givenDataSets = list(givenDataSet, maxDataSets, `must have at most ${maxDataSets} data sets`)
  .min(1, "must have at least one data set")
  .check(({ value, issues }) => {
    for (const [index, { name: given }] of value.entries()) {
      if (value.findIndex((other) => other.name === given) === index) continue;
      issues.push({
        code: "custom",
        input: value,
        path: [index, "name"],
        message: "is already the name of another data set",
      });
    }
    const length = value.reduce((sum, set) => sum + set.json.length, 0);
    if (length > maxTotalLength) {
      issues.push({ code: "custom", input: value, message: `must have at most ${maxTotalLength} characters in total` });
    }
  })
  .meta({ description: "Sample data, at least one set; previews use the first." });
