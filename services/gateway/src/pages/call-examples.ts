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
  /** The kind of file that the answer is. */
  output?: Output | undefined;
};

/** The call by curl. Parameters of the path are variables of the shell. */
export function curlExample({ method, path, usesKey, body, output }: ExampleCall): string {
  const address = path.replaceAll(/\{(\w+)\}/g, (_match, name: string) => `$${name.toUpperCase()}`);
  const verb = method === "get" ? "" : `-X ${method.toUpperCase()} `;
  const lines = [`curl ${verb}"$PLATEN${address}"`];
  if (usesKey) lines.push(`-H "Authorization: Bearer $PLATEN_API_KEY"`);
  if (body !== undefined) lines.push('-H "Content-Type: application/json"', `-d '${body}'`);
  if (output) lines.push(`-o document${outputs[output].extension}`);
  return lines.join(" \\\n  ");
}

// Parts of template literals in the examples.
const platenInNode = "${process.env.PLATEN}";
const keyInNode = "${process.env.PLATEN_API_KEY}";

/** The call by `fetch`, with an API key. */
export function typescriptExample({ method, path, body, output }: ExampleCall): string {
  const address = path.replaceAll(/\{(\w+)\}/g, (_match, name: string) => `\${${name}}`);
  return [
    ...(output ? ['import { writeFile } from "node:fs/promises";', ""] : []),
    `const response = await fetch(\`${platenInNode}${address}\`, {`,
    ...(method === "get" ? [] : [`  method: "${method.toUpperCase()}",`]),
    "  headers: {",
    `    Authorization: \`Bearer ${keyInNode}\`,`,
    ...(body === undefined ? [] : ['    "Content-Type": "application/json",']),
    "  },",
    ...(body === undefined ? [] : [`  body: JSON.stringify(${body}),`]),
    "});",
    "if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);",
    output
      ? `await writeFile("document${outputs[output].extension}", Buffer.from(await response.arrayBuffer()));`
      : "const { data } = await response.json();",
  ].join("\n");
}

/** The call by Python's standard library, with an API key. */
export function pythonExample({ method, path, body, output }: ExampleCall): string {
  const address = path.replaceAll(/\{(\w+)\}/g, (_match, name: string) => `{${snakeCase(name)}}`);
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
    ...(body === undefined ? [] : ['        "Content-Type": "application/json",']),
    "    },",
    ...(body === undefined ? [] : [`    data=r'''${body}'''.encode(),`]),
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
