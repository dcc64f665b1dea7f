/** Tells whether a call failed because no connection came about or it broke, as opposed to a time-out or an answer. */
export function isConnectionFailure(error: unknown): boolean {
  if (!(error instanceof Error) || error.name !== "TransportError") return false;
  // fetch throws a TypeError for the network, and the signal's own error for a time-out or an abort.
  return error.cause instanceof TypeError;
}
