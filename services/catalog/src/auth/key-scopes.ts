import { Problem, type KeyScope, type Operation } from "@platen/contracts";

/** The scopes of which a key must have one for an operation. Without scopes, it opens to no key. */
export function neededScopes({ keyScopes = [] }: Operation): readonly KeyScope[] {
  return keyScopes;
}

/** The condition of a key `k` that has one of these scopes. */
export function hasScope(needed: readonly KeyScope[]): string {
  return `k.scopes && ARRAY[${needed.map((scope) => `'${scope}'`).join(", ")}]`;
}

/** The problem of a key that has none of these scopes. */
export function scopeMissing(needed: readonly KeyScope[]): Problem {
  const names = needed.map((scope) => `\`${scope}\``).join(" or ");
  return new Problem("auth.scope_missing", {
    message: `This API key does not have the scope ${names}. Use a key that has it, or create one in the dashboard.`,
  });
}
