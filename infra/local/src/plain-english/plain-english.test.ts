import { describe, expect, test } from "@jest/globals";
import { findOddEnglish } from "./find-odd-english.ts";

/** The findings as `line phrase`. */
function found(path: string, source: string): string[] | undefined {
  return findOddEnglish(path, source)?.map(({ line, phrase }) => `${line} ${phrase}`);
}

test.each([
  ["Whoever sends a body waits.", ["1 Whoever"]],
  ["It ends.\nWho asks gets it.", ["2 Who"]],
  ["- first\n- What is refused changes nothing.", ["2 What is"]],
  ["| a | One that ends |", ["1 One that"]],
  ["It ends. Else, it\nwaits.", ["1 Else"]],
  ["The browser is started anew, lest two run.", ["1 anew", "1 lest"]],
  ["a key that is none, text that is no object", ["1 is none", "1 that is no"]],
  ["the rest of\nit", ["1 of it"]],
  ["somebody else, or nobody", ["1 nobody", "1 somebody"]],
  ["nothing is told of a failure of late", ["1 told of", "1 of late"]],
  ["Text: Who may call it? The caller who asks gets it, if there is none.", []],
  ["The process is no longer ready, and does this because of it, instead of its parent.", []],
  ["Text: `Whoever` is code. So is\n\n```ts\n// nobody\n```\n\nand <!-- nobody -->.", []],
])("the findings of %j are %j", (text, findings) => {
  expect(found("a.md", text)).toEqual(findings);
});

describe("in source files", () => {
  test("comments and string literals are read, and code is not", () => {
    const source = String.raw`const nobody = /"/.exec(whoever) / 2; // The rest of it
/**
 * Makes it. What
 * is left stays with "nobody".
 */
test('who asks waits', () => 'lest' + \`\${lest ? \`\${\`nobody\`} anew\` : "is"} is none\`);
// Whoever
// waits.
const one = 'nobody';`
      .replaceAll("\\`", "`")
      .replaceAll("\\$", "$");
    expect(found("a.ts", source)).toEqual([
      "1 of it",
      "3 What is",
      "4 nobody",
      "6 who",
      "6 anew",
      "6 is none",
      "7 Whoever",
    ]);
  });

  test("comments of shell scripts and YAML are read, and other files are not", () => {
    expect(found("a.sh", "#!/bin/sh\n# Whoever\n# waits.\necho nobody")).toEqual(["2 Whoever"]);
    expect(found("a.yaml", "nobody: 1 # no\n# nobody")).toEqual(["2 nobody"]);
    expect(found("a.png", "nobody")).toBeUndefined();
  });
});
