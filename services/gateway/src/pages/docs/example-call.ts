import { outputNames, outputs } from "@platen/contracts";
import type { ExampleCall } from "./call-examples.ts";
import type { DescribedOperation, FieldSchema } from "./described-api.ts";

const exampleData: Record<string, unknown> = { templateId: "tpl_01jd3k8v7n2q4r6s8t0v2w4x6z", data: { number: "2031" } };

function exampleOf(name: string, schema: FieldSchema): unknown {
  if (schema.example !== undefined) return schema.example;
  if (exampleData[name] !== undefined) return exampleData[name];
  if (schema.enum) return schema.enum[0];
  if (schema.type === "integer" || schema.type === "number") return schema.minimum ?? 1;
  if (schema.type === "object" || schema.$ref !== undefined) return {};
  return name === "email" ? "ada@example.com" : "…";
}

/** The parameters of the query that a call needs. */
function queryOf({ parameters }: DescribedOperation): string {
  const needed = parameters.filter((one) => one.in === "query" && one.required === true);
  const query = new URLSearchParams(
    needed.map(({ name, schema }): [string, string] => [name, String(exampleOf(name, schema))]),
  );
  return needed.length === 0 ? "" : `?${query.toString()}`;
}

/** The shortest call of an operation, or undefined for a message that Platen posts. */
export function exampleCall(operation: DescribedOperation): ExampleCall | undefined {
  const { method, path, requestBody, responses } = operation;
  if (path === undefined) return undefined;
  const [[mediaType, body] = []] = Object.entries(requestBody?.content ?? {});
  const isJson = mediaType === "application/json";
  const needed = body?.schema.required ?? body?.schema.oneOf?.[0]?.required ?? [];
  const fields = Object.entries(body?.schema.properties ?? {}).filter(([name]) => needed.includes(name));
  return {
    method,
    path: `${path}${queryOf(operation)}`,
    usesKey: path.startsWith("/api/v1/"),
    body: isJson
      ? JSON.stringify(Object.fromEntries(fields.map(([name, schema]) => [name, exampleOf(name, schema)])))
      : undefined,
    upload: isJson ? undefined : mediaType,
    output: outputNames.find((output) => responses["200"]?.content?.[outputs[output].type] !== undefined),
  };
}
