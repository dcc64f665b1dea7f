import { errorEnvelope } from "@platen/contracts";
import type { TestProject } from "./test-gateway.ts";

export type RawAnswer = {
  status: number;
  bytes: Buffer;
  text: string;
  header(name: string): string | null;
  /** The problem, if the answer is one. */
  problem: { code?: string; message?: string; details?: readonly { path: string }[] | undefined };
};

/** Asks a gateway for a document of a project, with the headers of a test. */
export async function generateAs(
  { key, templateId }: Pick<TestProject, "key" | "templateId">,
  options: {
    baseUrl: string;
    path?: "/generate" | "/generate/pdf" | "/generate/json";
    data?: object;
    body?: object;
    headers?: Record<string, string>;
    signal?: AbortSignal;
  },
): Promise<RawAnswer> {
  const response = await fetch(`${options.baseUrl}/api/v1${options.path ?? "/generate"}`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json", ...options.headers },
    body: JSON.stringify({ templateId, data: options.data ?? {}, ...options.body }),
    ...(options.signal ? { signal: options.signal } : {}),
  });
  const bytes = Buffer.from(await response.arrayBuffer());
  const text = bytes.toString();
  return {
    status: response.status,
    bytes,
    text,
    header: (name) => response.headers.get(name),
    problem: response.ok ? {} : errorEnvelope.parse(JSON.parse(text)).error,
  };
}
