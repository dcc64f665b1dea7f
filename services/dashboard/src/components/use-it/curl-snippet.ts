import { keyVariable, type SnippetParts } from "./snippet-parts.ts";

type CurlParts = SnippetParts & {
  /** The key's value where it is known; else the command takes it from the environment. */
  apiKey?: string | undefined;
};

/** A curl command that generates a document, complete but for what nobody can know yet. */
export function curlSnippet({ origin, apiKey, templateId, data }: CurlParts): string {
  const body = JSON.stringify({ templateId, data }, null, 2);
  const authorization = `Authorization: Bearer ${apiKey ?? `$${keyVariable}`}`;
  return [
    `curl --fail-with-body -o document.pdf ${origin}/api/v1/generate \\`,
    // In single quotes the shell would not fill in the variable.
    `  -H ${apiKey === undefined ? `"${authorization}"` : `'${authorization}'`} \\`,
    "  -H 'Content-Type: application/json' \\",
    `  -d '${body.replaceAll("'", String.raw`'\''`)}'`,
  ].join("\n");
}
