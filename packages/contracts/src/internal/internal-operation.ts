import { z } from "zod";
import { hasTwoDoors, type PublicOperation, type TwoDoors } from "../doors.ts";
import type { Access, CallerKind, Operation, Permission } from "../operation.ts";

/** Declares an operation that processes of Platen alone call. A service token opens it, unless it says otherwise. */
export function catalogOperation<const T extends Omit<Operation, "access"> & { access?: Access }>(
  definition: T,
): T & { access: Access } {
  return { access: "service", ...definition };
}

/** The gateway names the project beside its caller, so parameters do not. */
type WithoutProject<Request> = Request extends { params: z.ZodObject<infer Shape, infer Config> }
  ? Omit<Request, "params"> &
      (keyof Shape extends "projectId" ? unknown : { params: z.ZodObject<Omit<Shape, "projectId">, Config> })
  : Request;

/** An operation with another caller, opened by a service token. */
type CalledBy<T extends Operation, Kind extends CallerKind> = Omit<T, "access" | "path" | "callerKind"> & {
  path: string;
  access: "service";
  callerKind: Kind;
};

type OfMember<T extends Operation> = Omit<CalledBy<T, "member">, "request"> & { request: WithoutProject<T["request"]> };

type OfTwoDoors<T extends TwoDoors> = Omit<CalledBy<T["key"], "keyOrMember">, "operationId" | "permission"> & {
  operationId: T["member"]["operationId"];
  permission: Permission;
};

/** A public operation as the catalog serves it: the same schemas under `/internal`. */
export type InternalOperation<T extends PublicOperation> = T extends TwoDoors
  ? OfTwoDoors<T>
  : T extends Operation & { permission: Permission }
    ? OfMember<T>
    : T extends Operation & { access: "apiKey" }
      ? CalledBy<T, "key">
      : T extends Operation & { access: "none" }
        ? CalledBy<T, "anyone">
        : T extends Operation
          ? CalledBy<T, "account">
          : never;

function callerKindOf({ access, permission, operationId }: Operation): CallerKind {
  if (access === "none") return "anyone";
  if (access === "apiKey") return "key";
  if (access === "session") return permission === undefined ? "account" : "member";
  throw new Error(`${operationId} is not a public operation`);
}

function withoutProject(whole: Operation["request"]): Operation["request"] {
  const { params, ...request } = whole;
  if (!(params instanceof z.ZodObject) || !("projectId" in params.shape)) return whole;
  const own = params.omit({ projectId: true });
  return Object.keys(own.shape).length === 0 ? request : { ...request, params: own };
}

function toInternal(definition: PublicOperation): Operation {
  if (hasTwoDoors(definition)) {
    const { operationId, permission } = definition.member;
    return { ...toInternal(definition.key), operationId, permission, callerKind: "keyOrMember" };
  }
  return {
    ...definition,
    path: definition.path
      .replace(/^\/api\/(?:v1|dashboard\/projects\/\{projectId\})/, "/internal/project")
      .replace(/^\/api/, "/internal"),
    access: "service",
    callerKind: callerKindOf(definition),
    request: withoutProject(definition.request),
  };
}

/** Derives the internal operation of a public one. The scope of its service token is the operationId. */
export function internalOperation<T extends PublicOperation>(definition: T): InternalOperation<T>;
// The type states the rules of `toInternal`.
export function internalOperation(definition: PublicOperation): unknown {
  return toInternal(definition);
}
