import { expect, test } from "@jest/globals";
import { braceChange } from "./close-mustache.ts";

/** Types keys into an empty line before a tag, and returns the line with `|` for the cursor. */
function typed(keys: string, rest = "</p>"): string {
  let [before, after] = ["<p>", rest];
  for (const key of keys) {
    const change = braceChange(before + after, before.length, key) ?? { before: key, after: "", over: 0 };
    before += change.before + after.slice(0, change.over);
    after = change.after + after.slice(change.over);
  }
  return `${before}|${after}`;
}

test.each([
  ["{{cus", "<p>{{cus|}}</p>"],
  ["{{cus}}", "<p>{{cus}}|</p>"],
  ["{{#a}}b{{/a}}", "<p>{{#a}}b{{/a}}|</p>"],
  ["{a}", "<p>{a}|</p>"],
])("typing %s makes %s, so that no tag takes the text after it", (keys, line) => {
  expect(typed(keys)).toBe(line);
});

test("a brace before other braces is typed as it is", () => {
  expect(typed("}", "}</p>")).toBe("<p>}|}</p>");
  expect(typed("{", "}</p>")).toBe("<p>{|}</p>");
});
