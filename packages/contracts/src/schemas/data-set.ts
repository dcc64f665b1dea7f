import { z } from "zod";
import { nameText, text } from "./fields.ts";
import { findJsonObjectMistake, lineAndColumn } from "./json-text.ts";

const maxDataSets = 20;
/** Of all sets of a template together, in characters. */
const maxTotalLength = 1_000_000;

const name = z.string().meta({ description: "Name, unique among the template's data sets." });
const json = z.string().meta({ description: "A JSON object, in its author's own text." });

export const dataSet = z
  .object({ name, json })
  .meta({ id: "DataSet", description: "Named sample data to preview a template with." });

export type DataSet = z.infer<typeof dataSet>;

/** The data sets that a draft or version has. */
export const dataSets = z.array(dataSet).meta({ description: "Sample data; previews use the first set." });

const givenDataSet = z.strictObject({
  name: nameText().meta({ description: "Name, unique among the template's data sets.", example: "Sample data" }),
  json: text(maxTotalLength)
    .check(({ value, issues }) => {
      const mistake = findJsonObjectMistake(value);
      if (!mistake) return;
      const place = lineAndColumn(value, mistake.offset);
      issues.push({
        code: "custom",
        input: value,
        message: `${mistake.message} (line ${place.line}, column ${place.column})`,
        params: place,
      });
    })
    .meta({ description: "A JSON object. Its text is kept as it is.", example: '{ "number": "2031" }' }),
});

/** Data sets as they are given to be stored. */
export const givenDataSets = z
  .array(givenDataSet)
  .min(1, "must have at least one data set")
  .max(maxDataSets, `must have at most ${maxDataSets} data sets`)
  .check(({ value, issues }) => {
    for (const [index, { name: given }] of value.entries()) {
      if (value.findIndex((other) => other.name === given) === index) continue;
      issues.push({ code: "custom", input: value, path: [index, "name"], message: "is the name of another data set" });
    }
    const length = value.reduce((sum, set) => sum + set.json.length, 0);
    if (length > maxTotalLength) {
      issues.push({ code: "custom", input: value, message: `must have at most ${maxTotalLength} characters together` });
    }
  })
  .meta({ description: "Sample data, at least one set; previews use the first." });
