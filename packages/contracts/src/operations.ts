import { doorsOf, type PublicOperation } from "./doors.ts";
import type { Operation } from "./operation.ts";
// A namespace, so that a bundle holds the operations alone that its program names.
import * as operations from "./operations/index.ts";

export { operations };
export type OperationId = keyof typeof operations;

/** Every operation the gateway serves, as each kind of its callers calls it. */
export function publicOperations(): Operation[] {
  return Object.values<PublicOperation>(operations).flatMap(doorsOf);
}
