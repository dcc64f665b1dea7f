import { errorEnvelope } from "@platen/contracts";
import type { TestProject } from "./test-gateway.ts";

export type RawAnswer = {
  status: number;
  text: string;
  header(name: string): string | null;
  /** The code of the problem, if the answer is one. */
  code: string | undefined;
  tookMs: number;
};

/** Asks a gateway for a document of a project, with the headers of a test. */
export async function generateAs(
  { key, templateId }: Pick<TestProject, "key" | "templateId">,
  options: {
    baseUrl: string;
    data?: object;
    body?: object;
    headers?: Record<string, string>;
    signal?: AbortSignal;
  },
): Promise<RawAnswer> {
  const startedAt = Date.now();
  const response = await fetch(`${options.baseUrl}/api/v1/generate`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json", ...options.headers },
    body: JSON.stringify({ templateId, data: options.data ?? {}, ...options.body }),
    ...(options.signal ? { signal: options.signal } : {}),
  });
  const text = await response.text();
  const code = response.ok ? undefined : errorEnvelope.parse(JSON.parse(text)).error.code;
  return {
    status: response.status,
    text,
    header: (name) => response.headers.get(name),
    code,
    tookMs: Date.now() - startedAt,
  };
}
