import type { Access, CallerKind, Operation, Permission } from "../operation.ts";

/** {@link callerKindOf} in types; any kind for an operation whose access the compiler does not know. */
type CallerKindOf<T extends Operation> = Access extends T["access"]
  ? CallerKind
  : T["access"] extends "none"
    ? "anyone"
    : T["access"] extends "apiKey"
      ? "key"
      : T extends { permission: Permission }
        ? "member"
        : "account";

/** A public operation as the catalog serves it: the same schemas under `/internal`, opened by a service token. */
export type InternalOperation<T extends Operation> = Omit<T, "access"> & {
  access: "service";
  callerKind: CallerKindOf<T>;
};

function callerKindOf({ access, permission, operationId }: Operation): CallerKind {
  if (access === "none") return "anyone";
  if (access === "apiKey") return "key";
  if (access === "session") return permission === undefined ? "account" : "member";
  throw new Error(`${operationId} is not a public operation`);
}

/** Derives the internal operation of a public one. The scope of its service token is the operationId. */
export function internalOperation<T extends Operation>(definition: T): InternalOperation<T> {
  return {
    ...definition,
    path: definition.path.replace(/^\/api/, "/internal"),
    access: "service",
    // The type states the same rule, which the compiler cannot see.
    callerKind: callerKindOf(definition) as CallerKindOf<T>,
  };
}
