import { TransportError, type TransportFailure } from "./api-problem.ts";

/** A request as the transport hands it over: whole, and with a limit on the time until its answer is there. */
export type SendRequest = {
  url: string;
  method: string;
  headers: Record<string, string>;
  body: string | undefined;
  timeoutMs: number;
  /** Fires when the answer is not wanted any more. */
  signal: AbortSignal | undefined;
};

/** A whole answer. `header` takes names in lower case. */
export type Answer = { status: number; header: (name: string) => string | undefined; bytes: Uint8Array };

/** Sends a request and waits for the whole answer; throws a {@link TransportError} when there is none. */
export type Send = (request: SendRequest) => Promise<Answer>;

const meanings: Record<Exclude<TransportFailure, "answer">, string> = {
  connection: "the connection failed",
  timeout: "the time was up",
  aborted: "the caller left",
};

/** The error of a request that got no answer. */
export function noAnswer(failure: keyof typeof meanings, cause: unknown): TransportError {
  return new TransportError(meanings[failure], { failure, cause });
}
