type CommandParts = {
  origin: string;
  /** The key's value where it is known; else the command takes it from the environment. */
  apiKey: string | undefined;
  templateId: string | undefined;
  data: Record<string, unknown> | undefined;
};

/** More than this is not pleasant to paste. */
const longestData = 700;

/** A curl command that generates a document, complete but for what nobody can know yet. */
export function generateCommand({ origin, apiKey, templateId, data = {} }: CommandParts): string {
  const sample = JSON.stringify(data).length <= longestData ? data : {};
  const body = JSON.stringify({ templateId: templateId ?? "tpl_…", data: sample }, null, 2);
  const authorization = `Authorization: Bearer ${apiKey ?? "$PLATEN_KEY"}`;
  return [
    `curl --fail-with-body -o document.pdf ${origin}/api/v1/generate \\`,
    // In single quotes the shell would not fill in the variable.
    `  -H ${apiKey === undefined ? `"${authorization}"` : `'${authorization}'`} \\`,
    "  -H 'Content-Type: application/json' \\",
    `  -d '${body.replaceAll("'", String.raw`'\''`)}'`,
  ].join("\n");
}
