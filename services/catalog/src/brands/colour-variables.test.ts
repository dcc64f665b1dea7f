import { expect, test } from "@jest/globals";
import { withVariables } from "./colour-variables.ts";

const variablesOf = (...given: Parameters<typeof withVariables>) =>
  withVariables(...given).map(({ variable }) => variable);
const colour = (name: string, variable?: string) => ({
  name,
  value: "#000000",
  ...(variable === undefined ? {} : { variable }),
});

test("a colour gets a variable like its name, which no other has and no role of the brand", () => {
  const names = ["Signal blue", "Signal-Blue!", "Äußeres Grün", "Синий", "红", "Main", "long ".repeat(20)];
  expect(variablesOf(names.map((name) => colour(name)))).toEqual([
    "signal-blue",
    "signal-blue-2",
    "au-eres-grun",
    "colour",
    "colour-2",
    "main-2",
    "long-long-long-long-long-long-long-long-long-long",
  ]);
});

test("a colour keeps its variable under another name, and a caller without variables keeps those of the names", () => {
  const before = [
    { ...colour("Blue"), variable: "signal-blue" },
    { ...colour("Ink"), variable: "ink" },
  ];
  expect(variablesOf([colour("Navy", "signal-blue"), colour("Signal blue")], before)).toEqual([
    "signal-blue",
    "signal-blue-2",
  ]);
  expect(variablesOf([colour("Ink"), colour("Blue")], before)).toEqual(["ink", "signal-blue"]);
});
