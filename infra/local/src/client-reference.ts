import { createClient } from "@platen/client";
import { isOutput } from "@platen/contracts";
import { describedOperations } from "@platen/contracts/openapi";
import { globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";

/** A method of the client: how it is called, and what the comment of its source says. */
type Method = { name: string; signature: string; text: string };

const folder = "packages/client";
/** The files whose objects are the methods of a client, in the order of the reference. */
const sources = ["client.ts", "streams.ts", "batches.ts"];

const titles: Readonly<Record<string, string>> = {
  "save-a-pdf": "Save a PDF",
  "wait-for-a-document": "Ask now, fetch later",
  "make-a-batch": "Many documents",
  "receive-webhooks": "Receive webhooks",
};

/** The text from an opening bracket to the one that closes it, in one line. */
function bracketed(source: string, start: number): string {
  let depth = 0;
  for (let at = start; at < source.length; at += 1) {
    if ("({[".includes(source[at] ?? "")) depth += 1;
    if (")}]".includes(source[at] ?? "")) depth -= 1;
    if (depth === 0) return source.slice(start, at + 1);
  }
  throw new Error(`packages/client: a bracket is not closed after ${source.slice(start, start + 80)}`);
}

const inOneLine = (text: string) =>
  text
    .replaceAll(/\s+/g, " ")
    .replaceAll(/([([]) /g, "$1")
    .replaceAll(/,? ([)\]])/g, "$1");

/** Reads a method out of a source, or undefined if another source has it. */
function readMethod(source: string, name: string): Method | undefined {
  const entry = new RegExp(String.raw`/\*\*((?:(?!\*/).)*)\*/\n    (?:async )?\*?${name}(?:<[^(]*>)?[(,]`, "s").exec(
    source,
  );
  if (!entry) return undefined;
  const text = inOneLine((entry[1] ?? "").replaceAll(/^ *\* ?/gm, "")).trim();
  const declared = new RegExp(String.raw`(?:const ${name} = |\n    (?:async )?\*?${name}(?:<[^(]*>)?)(?=\()`).exec(
    source,
  );
  if (!declared) return undefined;
  const start = declared.index + declared[0].length;
  const parameters = bracketed(source, start);
  const [, returned = ""] = /^: (.*?)(?: \{$| =>)/ms.exec(source.slice(start + parameters.length)) ?? [];
  // A method without a type of its answer would be shown with what follows it.
  if (returned === "" || returned.includes("{"))
    throw new Error(`${name} of the client does not name what it returns.`);
  return { name, signature: inOneLine(`${name}${parameters}: ${returned}`), text };
}

/** The methods of a client, by the file that has them. Throws for one without a comment. */
function clientMethods(root: string): Map<string, Method[]> {
  const names = Object.keys(createClient({ baseUrl: "", apiKey: "" }));
  const bySource = new Map<string, Method[]>();
  for (const file of sources) {
    const source = readFileSync(join(root, folder, "src", file), "utf8");
    const found = names.map((name) => readMethod(source, name)).filter((method) => method !== undefined);
    bySource.set(file, found);
  }
  const found = new Set([...bySource.values()].flat().map(({ name }) => name));
  const missing = names.filter((name) => !found.has(name));
  if (missing.length > 0) throw new Error(`These methods of the client have no comment: ${missing.join(", ")}.`);
  return bySource;
}

function methodLine(operations: ReadonlyMap<string, string>, { name, signature, text }: Method): string {
  const path = operations.get(name);
  return `- \`${signature}\`  \n  ${text}${path === undefined ? "" : ` (\`${path}\`)`}`;
}

/** Writes docs/client.md: an example of each use, the methods, and the operations that `call` takes. */
export function clientReference(root: string): string {
  const described = describedOperations().filter(({ operation }) => operation.access === "apiKey");
  const paths = new Map(
    described.map(({ operation: { operationId, method, path } }) => [operationId, `${method.toUpperCase()} ${path}`]),
  );
  const methods = clientMethods(root);
  const section = (file: string) => (methods.get(file) ?? []).map((method) => methodLine(paths, method));
  const examples = globSync("examples/*.ts", { cwd: join(root, folder) }).map((path) => basename(path, ".ts"));
  const rows = described
    .filter(
      ({ operation: { keyScopes, response } }) => keyScopes?.join() === "templates" && !isOutput(response.content),
    )
    .filter(({ operation: { response } }) => response.content === "json" || response.content === "none")
    .map(({ operation, text }) => {
      const parts = Object.keys(operation.request).map((part) => `\`${part}\``);
      return `| \`${operation.operationId}\` | ${parts.join(", ")} | ${text.summary} | \`${paths.get(operation.operationId)}\` |`;
    });
  return [
    "# The client for TypeScript and JavaScript",
    "",
    "<!-- Generated from packages/client and packages/contracts by `npm run generate`. -->",
    "",
    "[How to install it, and what it throws](../packages/client/README.md). It runs in Node.js 20.3 or newer and in browsers.",
    "",
    "## Examples",
    "",
    "A test runs each of them with the package that a release publishes.",
    ...Object.entries(titles).flatMap(([name, title]) => {
      if (!examples.includes(name)) throw new Error(`${folder}/examples has no ${name}.ts.`);
      const code = readFileSync(join(root, folder, "examples", `${name}.ts`), "utf8");
      return ["", `### ${title}`, "", "```ts", code.trimEnd(), "```"];
    }),
    "",
    "## Documents, templates and links",
    "",
    ...section("client.ts"),
    "",
    "## Files, piece by piece",
    "",
    ...section("streams.ts"),
    "",
    "## Batches",
    "",
    ...section("batches.ts"),
    "",
    "## Operations of `call`",
    "",
    "`platen.call(operation, { params, query, body, bytes })` takes the parts that the operation has.",
    "",
    "| Operation | Parts | What it does | Path |",
    "| --- | --- | --- | --- |",
    ...rows,
    "",
  ].join("\n");
}
