import { expect, test } from "@jest/globals";
import { engineNameOf } from "./engine-name.ts";

test.each([
  ["HeadlessChrome/143.0.7499.40", "chromium-143.0.7499.40"],
  ["Chrome/143.0.7499.40", "chromium-143.0.7499.40"],
  ["", undefined],
  ["Chrome/143\r\nX: y", undefined],
])("the engine of the browser %j is %j", (version, name) => {
  expect(engineNameOf(version)).toBe(name);
});
