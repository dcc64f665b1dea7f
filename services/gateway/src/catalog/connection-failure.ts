import type { TransportError } from "@platen/client";

function isTransportError(error: unknown): error is TransportError {
  return error instanceof Error && error.name === "TransportError";
}

/** Tells whether a call failed because no connection came about or it broke, as opposed to a time-out or an answer. */
export function isConnectionFailure(error: unknown): boolean {
  return isTransportError(error) && error.failure === "connection";
}
