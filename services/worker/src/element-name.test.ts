import { expect, test } from "@jest/globals";
import { elementName } from "./element-name.ts";

const template = '<table class="lines">{{#lines}}<tr><td class="text {{kind}}">{{item}}</td><td>{{ price }}</td></tr>';

test.each([
  ["table.lines tbody tr td.text", "td.text"],
  ["table.lines tbody tr td", "table.lines td"],
  ["table tr td", "td"],
  ["td.text.secret", "td.text"],
  ["div.lines section", undefined],
  ["", undefined],
])("the element %j is called %j in the words of the template", (path, name) => {
  expect(elementName(path, template)).toBe(name);
});
