import { literal, type LiteralStyle } from "./literal.ts";
import { keyVariable, type SnippetParts } from "./snippet-parts.ts";

const style: LiteralStyle = {
  true: "true",
  false: "false",
  null: "null",
  indent: "  ",
  name: (name) => {
    // As a plain key, it would set the object's prototype.
    if (name === "__proto__") return '["__proto__"]';
    return /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
  },
};

/** A Node program that generates a document without any package. */
export function typescriptSnippet({ origin, templateId, data }: SnippetParts): string {
  return `import { writeFile } from "node:fs/promises";

const response = await fetch("${origin}/api/v1/generate", {
  method: "POST",
  headers: {
    Authorization: \`Bearer \${process.env.${keyVariable}}\`,
    "Content-Type": "application/json",
  },
  body: JSON.stringify(${literal({ templateId, data }, style, 1)}),
});
if (!response.ok) throw new Error(\`\${response.status} \${await response.text()}\`);
await writeFile("document.pdf", new Uint8Array(await response.arrayBuffer()));`;
}
