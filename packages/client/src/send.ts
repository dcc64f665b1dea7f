import { TransportError, type TransportFailure } from "./api-problem.ts";

/** A whole request, with a limit on the time until its whole answer has arrived. */
export type SendRequest = {
  url: string;
  method: string;
  headers: Record<string, string>;
  body: string | Uint8Array | undefined;
  timeoutMs: number;
  /** Fires when the caller no longer wants the answer. */
  signal: AbortSignal | undefined;
  /** Uses no connection that is open, as a new one may lead to another server. A sender without connections ignores it. */
  isOnNewConnection?: boolean | undefined;
  /**
   * Sends the request again after so long without an answer, on a new connection to another server if there is one. The first
   * answer counts. Only for requests that do the same however often they arrive. A sender without connections ignores it.
   */
  repeatAfterMs?: number | undefined;
};

/** A whole answer. `header` takes names in lower case. */
export type Answer = { status: number; header: (name: string) => string | undefined; bytes: Uint8Array };

/** Sends a request and waits for the whole answer. Throws a {@link TransportError} when none arrives. */
export type Send = (request: SendRequest) => Promise<Answer>;

const messages: Record<Exclude<TransportFailure, "answer">, string> = {
  connection: "The connection failed. Check the base URL and the network.",
  timeout: "No answer arrived within the time limit.",
  aborted: "The caller's signal aborted the request.",
};

/** Creates the error of a request without an answer. */
export function noAnswer(failure: keyof typeof messages, cause: unknown): TransportError {
  return new TransportError(messages[failure], { failure, cause });
}
