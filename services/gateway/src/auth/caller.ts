/** For whom a request is served. The hashes are SHA-256 in hex; the values themselves end where they are read. */
export type Caller = { address: string } & (
  { kind: "anyone" } | { kind: "key"; keyHash: string } | { kind: "session"; sessionHash: string }
);

/** The hash of the key that an operation for keys is called with. */
export function keyHashOf(caller: Caller): string {
  if (caller.kind !== "key") throw new Error(`called by ${caller.kind} instead of a key`);
  return caller.keyHash;
}

/** The caller as the catalog is told of it. */
export function callerHeaderValue(caller: Caller): string | undefined {
  if (caller.kind === "key") return `key:${caller.keyHash}`;
  return caller.kind === "session" ? `session:${caller.sessionHash}` : undefined;
}
