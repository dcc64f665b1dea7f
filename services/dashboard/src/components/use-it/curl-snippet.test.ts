import { execFileSync } from "node:child_process";
import { expect, test } from "@jest/globals";
import { parseExactJson } from "@platen/contracts/exact-json";
import { samples } from "@platen/samples";
import { curlSnippet } from "./curl-snippet.ts";
import { pythonSnippet } from "./python-snippet.ts";
import { dataUpTo, longestData } from "./snippet-parts.ts";
import { typescriptSnippet } from "./typescript-snippet.ts";

/** What curl would be called with if a shell ran the command. */
function argumentsOf(command: string, environment: Record<string, string> = {}): string[] {
  const printed = execFileSync("sh", ["-c", `curl() { printf '%s\\0' "$@"; }; ${command}`], {
    env: { PATH: "/usr/bin:/bin", ...environment },
    encoding: "utf8",
  });
  return printed.split("\0").slice(0, -1);
}

const parts = {
  origin: "http://127.0.0.1:8080",
  templateId: "tpl_1",
  data: { note: 'it\'s $HOME `pwd` "5" \\ 100%\n日本 !! \u2028' },
};

test("a shell passes the data of the command on unchanged, whatever its characters", () => {
  const given = argumentsOf(curlSnippet(parts));
  expect([given.at(-2), JSON.parse(given.at(-1) ?? "")]).toEqual(["-d", { templateId: "tpl_1", data: parts.data }]);
  expect(given).toContain("http://127.0.0.1:8080/api/v1/generate");
});

test("a number that programs would change is sent with all its digits: as JSON by curl, as a text by programs", () => {
  const data = parseExactJson('{"id":12345678901234567890,"net":1.5}') as Record<string, unknown>;
  expect(argumentsOf(curlSnippet({ ...parts, data })).at(-1)).toContain('"id": 12345678901234567890,\n    "net": 1.5');
  expect(typescriptSnippet({ ...parts, data })).toContain('id: "12345678901234567890",');
  expect(pythonSnippet({ ...parts, data })).toContain('"id": "12345678901234567890",');
});

test("the key comes from the environment until it is known", () => {
  expect(argumentsOf(curlSnippet(parts), { PLATEN_API_KEY: "plt_x" })).toContain("Authorization: Bearer plt_x");
  expect(argumentsOf(curlSnippet({ ...parts, apiKey: "plt_y" }))).toContain("Authorization: Bearer plt_y");
});

test.each(samples)("the command for the sample “$name” sends all its data", ({ sampleData: data }) => {
  const sent = argumentsOf(curlSnippet({ ...parts, data: dataUpTo(longestData, data) })).at(-1) ?? "";
  expect(JSON.parse(sent)).toEqual({ templateId: "tpl_1", data });
});
