import { expect, test } from "@jest/globals";
import { ApiProblem } from "@platen/client";
import { saveProblemOf } from "./save-problem.ts";

test("a save that is refused for a calculated field names the field and the place in its formula", () => {
  const calculated = ["net", "total"].map((name) => ({ name, formula: "1 + (2" }));
  const source = { html: "", css: "", settings: { calculated }, dataSets: [{ name: "Sample", json: "{}" }] };
  const details = [
    { path: "settings.calculated.1.formula", line: 1, column: 5, message: "The parenthesis is never closed." },
  ];
  const refusal = {
    code: "template.syntax_invalid",
    message: "The template is not valid.",
    requestId: "req_1",
    details,
  };
  expect(saveProblemOf(new ApiProblem(422, refusal), source)).toEqual({
    kind: "refused",
    failure: { message: "Calculated field “total”, character 5: The parenthesis is never closed." },
  });
});
