/** A setting of this process is wrong: another server refuses its key, its password or its rights. Waiting does not mend it. */
export class Misconfigured extends Error {
  override readonly name = "Misconfigured";
}
