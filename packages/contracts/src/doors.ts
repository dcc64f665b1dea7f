import { z } from "zod";
import { idSchema } from "./ids.ts";
import type { Operation, OperationRequest, Permission } from "./operation.ts";
import type { KeyScope } from "./scopes.ts";
import type { ProblemCode } from "./problems.ts";

type KeyDoor = {
  /** The name in the reference and in clients, if it is not the operation's own. */
  operationId?: string;
  scopes: readonly KeyScope[];
};
type MemberDoor = { permission: Permission };

/**
 * The callers that an operation is open to:
 * - `key`: API keys with one of the scopes, under `/api/v1`. The key gives the project.
 * - `member`: members of a project whose role has the permission, under the project's path of the dashboard.
 * - `account`: signed-in accounts, under `/api/dashboard`.
 * - `anyone`: every caller. The path is whole.
 */
type Doors =
  | { key: KeyDoor; member?: MemberDoor }
  | { key?: undefined; member: MemberDoor }
  | { account: Pick<Operation, "instanceRole"> }
  | { anyone: Record<never, never> };

type DerivedFromDoors = "access" | "permission" | "keyScopes" | "instanceRole" | "callerKind";

/** An operation without what its doors add. Paths and parameters do not name the project. */
type Definition = Omit<Operation, DerivedFromDoors | "request"> & {
  doors: Doors;
  request: Omit<OperationRequest, "params"> & { params?: z.ZodObject };
};

const ofProject = z.strictObject({ projectId: idSchema("project") });
type OfProject = (typeof ofProject)["shape"];

type OwnParams<Request> = Request extends { params: z.ZodObject<infer Shape> } ? Shape : Record<never, never>;

/** An operation as API keys call it. */
type AtKey<T extends Definition & { doors: { key: KeyDoor } }> = Omit<T, "doors" | "path" | "operationId"> & {
  path: string;
  operationId: T["doors"]["key"] extends { operationId: infer Id extends string } ? Id : T["operationId"];
  access: "apiKey";
  keyScopes: T["doors"]["key"]["scopes"];
};

/** An operation as members of a project call it. */
type AtMember<T extends Definition, P extends Permission> = Omit<
  T,
  "doors" | "path" | "request" | "problems" | "notFound"
> & {
  path: string;
  access: "session";
  permission: P;
  request: Omit<T["request"], "params"> & { params: z.ZodObject<OfProject & OwnParams<T["request"]>, z.core.$strict> };
  problems: readonly ProblemCode[];
  notFound: ProblemCode;
};

type AtAccount<T extends Definition> = Omit<T, "doors" | "path"> & {
  path: string;
  access: "session";
  permission?: undefined;
  instanceRole?: "admin";
};

type ForAnyone<T extends Definition> = Omit<T, "doors" | "path"> & { path: string; access: "none" };

/** An operation that API keys and members call. Both forms take and answer the same; the member's names the project. */
export type TwoDoors<Key = Operation, Member = Operation> = {
  key: Key;
  member: Member;
};

/** An operation of the public API: as its callers call it, or as both kinds of its callers do. */
export type PublicOperation = Operation | TwoDoors;

function atKey({ doors: _doors, ...definition }: Definition, { scopes, ...named }: KeyDoor): Operation {
  return { ...definition, ...named, path: `/api/v1${definition.path}`, access: "apiKey", keyScopes: scopes };
}

function atMember({ doors: _doors, ...definition }: Definition, { permission }: MemberDoor): Operation {
  const { path, request, problems = [], notFound = "project.not_found" } = definition;
  return {
    ...definition,
    path: `/api/dashboard/projects/{projectId}${path}`,
    access: "session",
    permission,
    request: { ...request, params: ofProject.extend(request.params?.shape ?? {}) },
    problems: notFound === "project.not_found" ? problems : [...problems, "project.not_found"],
    notFound,
  };
}

function openDoors(definition: Definition): PublicOperation {
  const { doors, ...own } = definition;
  if ("anyone" in doors) return { ...own, access: "none" };
  if ("account" in doors) {
    return { ...own, path: `/api/dashboard${own.path}`, access: "session", ...doors.account };
  }
  if (!doors.key) return atMember(definition, doors.member);
  const key = atKey(definition, doors.key);
  return doors.member ? { key, member: atMember(definition, doors.member) } : key;
}

/** Declares an operation once, for all who call it. */
export function operation<
  const T extends Definition & { doors: { key: KeyDoor; member: { permission: P } } },
  P extends Permission,
>(definition: T): TwoDoors<AtKey<T>, AtMember<T, P>>;
export function operation<const T extends Definition & { doors: { key: KeyDoor } }>(definition: T): AtKey<T>;
export function operation<const T extends Definition & { doors: { member: { permission: P } } }, P extends Permission>(
  definition: T,
): AtMember<T, P>;
export function operation<const T extends Definition & { doors: { account: object } }>(definition: T): AtAccount<T>;
export function operation<const T extends Definition & { doors: { anyone: object } }>(definition: T): ForAnyone<T>;
// The overloads state in types what `openDoors` does.
export function operation(definition: Definition): unknown {
  return openDoors(definition);
}

/** Whether API keys and members call an operation. */
export function hasTwoDoors<T extends PublicOperation>(operation: T): operation is Extract<T, TwoDoors> {
  return "member" in operation;
}

/** The forms in which callers call an operation. */
export function doorsOf(operation: PublicOperation): readonly Operation[] {
  return hasTwoDoors(operation) ? [operation.key, operation.member] : [operation];
}
