/** The caller of a request, with the network by which it is throttled. The hashes are SHA-256 in hex. The values themselves go no further than `auth/`; the token of a link goes to the catalog, which alone can read it. */
export type Caller = { network: string } & (
  | { kind: "anyone" }
  | { kind: "key"; keyHash: string }
  | { kind: "session"; sessionHash: string }
  | { kind: "link"; token: string }
);

/** The hash of the key or session that a caller names; undefined for a caller who names none. */
export function credentialOf(caller: Caller): string | undefined {
  if (caller.kind === "key") return caller.keyHash;
  return caller.kind === "session" ? caller.sessionHash : undefined;
}

/** The hash of the key that calls an operation for keys. */
export function keyHashOf(caller: Caller): string {
  if (caller.kind !== "key") throw new Error(`called by ${caller.kind} instead of a key`);
  return caller.keyHash;
}

/** The hash of the session that calls an operation for sessions. */
export function sessionHashOf(caller: Caller): string {
  if (caller.kind !== "session") throw new Error(`called by ${caller.kind} instead of a session`);
  return caller.sessionHash;
}

/** Writes the caller for the catalog, in the header `platen-caller`. */
export function callerHeaderValue(caller: Caller): string | undefined {
  if (caller.kind === "key") return `key:${caller.keyHash}`;
  if (caller.kind === "link") return `link:${caller.token}`;
  return caller.kind === "session" ? `session:${caller.sessionHash}` : undefined;
}
