import type { TransportError } from "@platen/client";

function isTransportError(error: unknown): error is TransportError {
  return error instanceof Error && error.name === "TransportError";
}

/** Tells whether a call failed because its connection was refused or broke, rather than by a timeout or an answer. */
export function isConnectionFailure(error: unknown): boolean {
  return isTransportError(error) && error.failure === "connection";
}
