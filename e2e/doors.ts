import { doorsOf, operations, type Operation, type OperationId, type PublicOperation } from "@platen/contracts";

/** An operation as one kind of caller calls it. */
export type Door = {
  /** The operation's name, which its doors share. */
  id: OperationId;
  /** The name with the caller, for tests. */
  name: string;
  operation: Operation;
};

const callers = new Map([
  ["apiKey", "by a key"],
  ["session", "in a session"],
  ["none", "by anyone"],
]);

// Object.entries loses the names of the table.
const table = Object.entries<PublicOperation>(operations) as [OperationId, PublicOperation][];

/** Every operation that the gateway serves, at each of its doors. */
export const doors: readonly Door[] = table.flatMap(([id, definition]) =>
  doorsOf(definition).map((operation) => ({ id, name: `${id} ${callers.get(operation.access) ?? ""}`, operation })),
);

/** The door of an operation for callers of a kind. */
export function doorFor(access: Operation["access"], id: OperationId): Door {
  const found = doors.find((door) => door.id === id && door.operation.access === access);
  if (!found) throw new Error(`${id} has no door for ${access}`);
  return found;
}
