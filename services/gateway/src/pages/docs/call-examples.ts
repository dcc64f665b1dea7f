import { outputs, type Output } from "@platen/contracts";

/** A call of an operation, as examples in several languages show it. */
export type ExampleCall = {
  method: string;
  /** With parameters as `{templateId}`. */
  path: string;
  /** Whether the call takes an API key. */
  usesKey: boolean;
  /** The JSON of the request. */
  body?: string | undefined;
  /** The media type of the file that the request sends. */
  upload?: string | undefined;
  /** The kind of file that the answer is. */
  output?: Output | undefined;
};

/** The file that an example sends. */
const fileName = (upload: string): string => (upload === "application/x-ndjson" ? "rows.ndjson" : "logo.svg");

const typeOfBody = ({ body, upload }: ExampleCall): string | undefined =>
  body === undefined ? upload : "application/json";

/** The call by curl. Parameters of the path are variables of the shell. */
export function curlExample(call: ExampleCall): string {
  const { method, path, usesKey, body, upload, output } = call;
  const address = path.replaceAll(/\{(\w+)\}/g, (_match, name: string) => `$${name.toUpperCase()}`);
  const type = typeOfBody(call);
  const verb = method === "get" ? "" : `-X ${method.toUpperCase()} `;
  const lines = [`curl ${verb}"$PLATEN${address}"`];
  if (usesKey) lines.push(`-H "Authorization: Bearer $PLATEN_API_KEY"`);
  if (type !== undefined) lines.push(`-H "Content-Type: ${type}"`);
  if (body !== undefined) lines.push(`-d '${body}'`);
  if (upload !== undefined) lines.push(`--data-binary @${fileName(upload)}`);
  if (output) lines.push(`-o document${outputs[output].extension}`);
  return lines.join(" \\\n  ");
}

// Parts of template literals in the examples.
const platenInNode = "${process.env.PLATEN}";
const keyInNode = "${process.env.PLATEN_API_KEY}";

/** The call by `fetch`, with an API key. */
export function typescriptExample(call: ExampleCall): string {
  const { method, path, body, upload, output } = call;
  const address = path.replaceAll(/\{(\w+)\}/g, (_match, name: string) => `\${${name}}`);
  const type = typeOfBody(call);
  const files = [...(upload === undefined ? [] : ["readFile"]), ...(output ? ["writeFile"] : [])];
  return [
    ...(files.length > 0 ? [`import { ${files.join(", ")} } from "node:fs/promises";`, ""] : []),
    `const response = await fetch(\`${platenInNode}${address}\`, {`,
    ...(method === "get" ? [] : [`  method: "${method.toUpperCase()}",`]),
    "  headers: {",
    `    Authorization: \`Bearer ${keyInNode}\`,`,
    ...(type === undefined ? [] : [`    "Content-Type": "${type}",`]),
    "  },",
    ...(body === undefined ? [] : [`  body: JSON.stringify(${body}),`]),
    ...(upload === undefined ? [] : [`  body: await readFile("${fileName(upload)}"),`]),
    "});",
    "if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);",
    output
      ? `await writeFile("document${outputs[output].extension}", Buffer.from(await response.arrayBuffer()));`
      : "const { data } = await response.json();",
  ].join("\n");
}

/** The call by Python's standard library, with an API key. */
export function pythonExample(call: ExampleCall): string {
  const { method, path, body, upload, output } = call;
  const address = path.replaceAll(/\{(\w+)\}/g, (_match, name: string) => `{${snakeCase(name)}}`);
  const type = typeOfBody(call);
  return [
    ...(output ? [] : ["import json"]),
    "import os",
    "from urllib.request import Request, urlopen",
    "",
    "request = Request(",
    `    f"{os.environ['PLATEN']}${address}",`,
    ...(method === "get" ? [] : [`    method="${method.toUpperCase()}",`]),
    "    headers={",
    `        "Authorization": f"Bearer {os.environ['PLATEN_API_KEY']}",`,
    ...(type === undefined ? [] : [`        "Content-Type": "${type}",`]),
    "    },",
    ...(body === undefined ? [] : [`    data=r'''${body}'''.encode(),`]),
    ...(upload === undefined ? [] : [`    data=open("${fileName(upload)}", "rb").read(),`]),
    ")",
    "with urlopen(request) as response:",
    ...(output
      ? [`    with open("document${outputs[output].extension}", "wb") as file:`, "        file.write(response.read())"]
      : ['    data = json.load(response)["data"]']),
  ].join("\n");
}

function snakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
