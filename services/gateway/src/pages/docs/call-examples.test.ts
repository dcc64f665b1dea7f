import { execFileSync, spawnSync } from "node:child_process";
import { stripTypeScriptTypes } from "node:module";
import { expect, test } from "@jest/globals";
import { curlExample, pythonExample, typescriptExample, type ExampleCall } from "./call-examples.ts";

const call: ExampleCall = {
  method: "post",
  path: "/api/v1/templates/{templateId}/publish",
  usesKey: true,
  body: '{"data":{"isPaid":true,"note":null}}',
  output: "pdf",
};
const environment = { PATH: "/usr/local/bin:/usr/bin:/bin", PLATEN: "http://platen.test", PLATEN_API_KEY: "plt_1" };

test("a shell sends the example with the key, the path and the body", () => {
  const script = `TEMPLATEID=tpl_1; curl() { printf '%s\\n' "$@"; }; ${curlExample(call)}`;
  const sent = execFileSync("sh", ["-c", script], { env: environment, encoding: "utf8" });
  expect(sent.trim().split("\n")).toEqual(
    expect.arrayContaining([
      "POST",
      "http://platen.test/api/v1/templates/tpl_1/publish",
      "Authorization: Bearer plt_1",
      '{"data":{"isPaid":true,"note":null}}',
    ]),
  );
});

test("Node.js sends the example with the key, the path and the body", () => {
  const program = `const templateId = "tpl_1";
globalThis.fetch = async (url, init) => (console.log(JSON.stringify({ url, ...init })), process.exit(0));
${stripTypeScriptTypes(typescriptExample(call))}`;
  const args = ["--input-type=module", "-e", program];
  expect(JSON.parse(execFileSync(process.execPath, args, { env: environment, encoding: "utf8" }))).toEqual({
    url: "http://platen.test/api/v1/templates/tpl_1/publish",
    method: "POST",
    headers: { Authorization: "Bearer plt_1", "Content-Type": "application/json" },
    body: call.body,
  });
});

// No other part of Platen needs Python, so a machine may lack it.
const testWithPython = spawnSync("python3", ["--version"]).status === 0 ? test : test.skip;

testWithPython("Python sends the example with the key, the path and the body", () => {
  const program = `import urllib.request, sys
template_id = "tpl_1"
def show(request):
    print(request.method, request.full_url, request.headers["Authorization"], request.data.decode())
    sys.exit(0)
urllib.request.urlopen = show
${pythonExample(call)}`;
  const printed = execFileSync("python3", ["-c", program], { env: environment, encoding: "utf8" });
  expect(printed.trim()).toBe(`POST http://platen.test/api/v1/templates/tpl_1/publish Bearer plt_1 ${call.body ?? ""}`);
});
