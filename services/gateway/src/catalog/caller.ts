/**
 * The caller of a request, with the network by which it is throttled. A member is a session with the project that its request
 * names. The hashes are SHA-256 in hex. The values themselves go no further than `auth/`; the token of a link goes to the
 * catalog, which alone can read it.
 */
export type Caller = { network: string } & (
  | { kind: "anyone" }
  | { kind: "key"; keyHash: string }
  | { kind: "session"; sessionHash: string }
  | { kind: "member"; sessionHash: string; projectId: string }
  | { kind: "link"; token: string }
);

/** Names the key or session of a caller, and a member's project; undefined for a caller without either. */
export function credentialOf(caller: Caller): string | undefined {
  if (caller.kind === "key") return caller.keyHash;
  if (caller.kind === "member") return `${caller.sessionHash} ${caller.projectId}`;
  return caller.kind === "session" ? caller.sessionHash : undefined;
}

/** The hash of the key that calls an operation for keys. */
export function keyHashOf(caller: Caller): string {
  if (caller.kind !== "key") throw new Error(`called by ${caller.kind} instead of a key`);
  return caller.keyHash;
}

/** The key that asks for a document, or the project of the member who does. */
export function askerOf(caller: Caller): { keyHash: string } | { keyHash: null; projectId: string } {
  return caller.kind === "member" ? { keyHash: null, projectId: caller.projectId } : { keyHash: keyHashOf(caller) };
}

/** Writes the caller for the catalog, in the header `platen-caller`. */
export function callerHeaderValue(caller: Caller): string | undefined {
  if (caller.kind === "key") return `key:${caller.keyHash}`;
  if (caller.kind === "link") return `link:${caller.token}`;
  if (caller.kind === "member") return `member:${caller.sessionHash}:${caller.projectId}`;
  return caller.kind === "session" ? `session:${caller.sessionHash}` : undefined;
}
