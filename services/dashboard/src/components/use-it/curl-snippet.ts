import { keyVariable, type SnippetParts } from "./snippet-parts.ts";

type CurlParts = SnippetParts & {
  /** The key. Without it, the command takes the key from the environment. */
  apiKey?: string | undefined;
};

/** A curl command that generates a document. */
export function curlSnippet({ origin, apiKey, templateId, data }: CurlParts): string {
  const body = JSON.stringify({ templateId, data }, null, 2);
  const authorization = `Authorization: Bearer ${apiKey ?? `$${keyVariable}`}`;
  return [
    `curl --fail-with-body -o document.pdf ${origin}/api/v1/generate \\`,
    // The shell does not expand variables in single quotes.
    `  -H ${apiKey === undefined ? `"${authorization}"` : `'${authorization}'`} \\`,
    "  -H 'Content-Type: application/json' \\",
    `  -d '${body.replaceAll("'", String.raw`'\''`)}'`,
  ].join("\n");
}
