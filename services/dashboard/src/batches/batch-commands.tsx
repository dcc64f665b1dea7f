import { operations } from "@platen/contracts";
import { useQuery } from "@tanstack/react-query";
import { operationQuery } from "../api/operation-query.ts";
import { keyVariable } from "../components/use-it/snippet-parts.ts";
import { CodeBlock } from "../ui/code-block.tsx";

/** Shell commands that create a batch, send its rows and start it. */
function commandsFor(origin: string, templateId: string): string {
  const batches = `${origin}/api/v1/batches`;
  const key = `-H "Authorization: Bearer $${keyVariable}"`;
  return [
    `curl ${batches} \\`,
    `  ${key} \\`,
    `  -H 'Content-Type: application/json' -d '{"templateId":"${templateId}"}'`,
    "",
    "# BATCH is the batchId of that answer. Each line of rows.ndjson is a row:",
    '# {"data": {…}, "reference": "2031"}',
    `curl ${batches}/$BATCH/rows -H 'Row-Offset: 0' \\`,
    `  ${key} \\`,
    "  -H 'Content-Type: application/x-ndjson' --data-binary @rows.ndjson",
    "",
    `curl -X POST ${batches}/$BATCH/start \\`,
    `  ${key}`,
  ].join("\n");
}

/** The commands with one of the project's templates. */
export function BatchCommands({ projectId }: { projectId: string }) {
  const { data } = useQuery(
    operationQuery(operations.listTemplates.member, { params: { projectId }, query: { pageSize: 20 } }),
  );
  const template = data?.templates.find(({ version }) => version !== null);
  return <CodeBlock code={commandsFor(window.location.origin, template?.templateId ?? "tpl_…")} name="commands" />;
}
