import { execFileSync, spawnSync } from "node:child_process";
import { runInNewContext } from "node:vm";
import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { pythonSnippet } from "./python-snippet.ts";
import { typescriptSnippet } from "./typescript-snippet.ts";

const origin = "http://127.0.0.1:8080";
const templateId = "tpl_1";

/** Any JSON object, with keys and texts that are difficult for programming languages. */
const anyData = fc.dictionary(
  fc.oneof(fc.string({ unit: "binary" }), fc.constantFrom("__proto__", "constructor", "class", "a b", "1", "$x", "'")),
  fc.oneof(
    fc.jsonValue({ stringUnit: "binary" }),
    fc.constantFrom('"', "'", "`${1}`", "\\", "line\r\nline", "\u2028\u2029\u0085\u0000\f", "{x}", "%s", "–日本🖨"),
  ),
);

test("the TypeScript program sends any data unchanged", () => {
  fc.assert(
    fc.property(anyData, (data) => {
      const snippet = typescriptSnippet({ origin, templateId, data });
      const body = /body: (JSON\.stringify\([^]*\)),\n\}\);\nif /.exec(snippet)?.[1] ?? "";
      expect(runInNewContext(body)).toBe(JSON.stringify({ templateId, data }));
    }),
  );
});

// A machine without Python cannot run the program, so it skips the test.
const testWithPython = spawnSync("python3", ["--version"]).status === 0 ? test : test.skip;

testWithPython("the Python program sends any data unchanged", () => {
  const sent = fc.sample(anyData, 100);
  const programs = sent.map((data) => {
    const body = /\nbody = ([^]*)\nrequest = Request\(/.exec(pythonSnippet({ origin, templateId, data }))?.[1] ?? "";
    return `print(json.dumps(${body}))`;
  });
  const printed = execFileSync("python3", ["-"], { input: `import json\n${programs.join("\n")}`, encoding: "utf8" });
  const received = printed.trimEnd().split("\n");
  // Serialized again by the same program, so that the notation of numbers does not matter.
  expect(received.map((line) => JSON.stringify(JSON.parse(line)))).toEqual(
    sent.map((data) => JSON.stringify({ templateId, data })),
  );
});
