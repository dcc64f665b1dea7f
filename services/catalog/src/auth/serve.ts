import { Problem, type Operation, type ParsedRequest, type ResponseInput } from "@platen/contracts";
import { createMount, type ReadJsonBody } from "@platen/http";
import type { Express } from "express";
import { isDatabaseUnavailable } from "../database/database-error.ts";
import type { DatabaseHealth } from "../database/database-health.ts";
import { createAuthenticate, type AuthenticationDependencies, type Caller, type CallerOf } from "./authenticate.ts";
import { callerKindOf, type CallerKind } from "./caller-kind.ts";

/** What a handler gives: the operation's data, or nothing where its answer has no body. */
type Result<T extends Operation> = T["response"]["content"] extends "none" ? void : ResponseInput<T>;

type ServeHandler<T extends Operation, Kind extends CallerKind> = (
  request: ParsedRequest<T>,
  caller: CallerOf<Kind>,
) => Promise<Result<T>>;

/** Serves an operation to callers of one kind. */
export type Serve = <T extends Operation, Kind extends CallerKind>(
  kind: Kind,
  operation: T,
  handler: ServeHandler<T, Kind>,
) => void;

function isOfKind<Kind extends CallerKind>(caller: Caller, kind: Kind): caller is Caller & CallerOf<Kind> {
  return caller.kind === kind;
}

/**
 * Makes the function that features serve their operations with. Which kind of caller an operation has is decided by
 * `callerKindOf`; a route that expects another one does not start.
 */
export function createServe(
  app: Express,
  dependencies: AuthenticationDependencies & { databaseHealth: DatabaseHealth; readBody: ReadJsonBody },
) {
  /** What a database that is away looks like from outside, in the one place all requests pass. */
  async function answeringWhenDatabaseIsAway<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await dependencies.databaseHealth.watch(work);
    } catch (error) {
      if (isDatabaseUnavailable(error))
        throw new Problem("dependency.unavailable", { retryAfterSeconds: 1, cause: error });
      throw error;
    }
  }

  const authenticate = createAuthenticate(dependencies);
  const routes = createMount<Caller>(app, {
    authenticate: (operation, request) => answeringWhenDatabaseIsAway(() => authenticate(operation, request)),
    readBody: dependencies.readBody,
  });

  const serve: Serve = (kind, operation, handler) => {
    const { operationId } = operation;
    if (callerKindOf(operation) !== kind) throw new Error(`${operationId} is not called by ${kind}`);
    routes.mount(operation, (request, { caller }) => {
      if (!isOfKind(caller, kind)) throw new Error(`${operationId} was authenticated as ${caller.kind}`);
      // Nothing is the data of an answer without a body; the compiler cannot see that the two types agree.
      return answeringWhenDatabaseIsAway(() => handler(request, caller)) as Promise<ResponseInput<typeof operation>>;
    });
  };

  return { serve, refuseOtherMethods: () => routes.refuseOtherMethods() };
}
