import { jsonObject, operations, type DataSet } from "@platen/contracts";
import { parseExactJson } from "@platen/contracts/exact-json";
import { useQuery } from "@tanstack/react-query";
import { operationQuery } from "../api/operation-query.ts";
import { CodeBlock } from "../ui/code-block.tsx";
import { curlSnippet } from "./use-it/curl-snippet.ts";
import { dataUpTo, longestData } from "./use-it/snippet-parts.ts";

function firstDataOf(dataSets: readonly DataSet[] = []): Record<string, unknown> {
  const [first] = dataSets;
  return first ? jsonObject.parse(parseExactJson(first.json)) : {};
}

/** A shell command that generates a document from one of the project's templates and its sample data. */
export function CommandBlock({ projectId, apiKey }: { projectId: string; apiKey: string | undefined }) {
  const { data: list } = useQuery(
    operationQuery(operations.listTemplates.member, { params: { projectId }, query: { pageSize: 20 } }),
  );
  const template = list?.templates.find(({ version }) => version !== null);
  const templateId = template?.templateId ?? "";
  const { data: draft } = useQuery({
    ...operationQuery(operations.getDraft.member, { params: { projectId, templateId } }),
    enabled: template !== undefined,
  });
  const code = curlSnippet({
    origin: window.location.origin,
    apiKey,
    templateId: template?.templateId ?? "tpl_…",
    data: dataUpTo(longestData, firstDataOf(draft?.dataSets)),
  });
  return <CodeBlock code={code} name="command" />;
}
