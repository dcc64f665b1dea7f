import { errorEnvelope, type ErrorEnvelope } from "@platen/contracts";

/** An answer as the client received it. */
export type Exchange = {
  status: number;
  headers: Headers;
  text: string;
  /** The parsed body; undefined if it is not JSON. */
  json: unknown;
};

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Sends one request and reads the whole answer. */
export async function exchange(url: string, init: RequestInit = {}): Promise<Exchange> {
  const response = await fetch(url, { signal: AbortSignal.timeout(65_000), redirect: "manual", ...init });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, json: parsed(text) };
}

/** The error of a failed answer; throws for an answer without an error envelope. */
export function errorOf({ status, text, json }: Exchange): ErrorEnvelope["error"] {
  const envelope = errorEnvelope.safeParse(json);
  if (!envelope.success) throw new Error(`status ${status} without an error envelope: ${text.slice(0, 500)}`);
  return envelope.data.error;
}
