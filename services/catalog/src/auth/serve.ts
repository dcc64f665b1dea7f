import type { Operation, ParsedRequest, ResponseInput } from "@platen/contracts";
import { createCheckHere, createMount, type BodyReader, type Reply } from "@platen/http";
import { internalOperations, type CallerKind } from "@platen/contracts/internal";
import type { Express } from "express";
import pLimit from "p-limit";
import type { GuardDatabase } from "../database/database-guard.ts";
import { createAuthenticate, type AuthenticationDependencies, type Caller, type CallerOf } from "./authenticate.ts";

/** The result of a handler: the operation's data, a file, or nothing if its answer has no body. */
export type Result<T extends Operation> = T["response"]["content"] extends "none"
  ? void
  : T["response"]["content"] extends "bytes"
    ? Reply
    : ResponseInput<T>;

type ServeHandler<T extends Operation, Kind extends CallerKind> = (
  request: ParsedRequest<T>,
  caller: CallerOf<Kind>,
) => Promise<Result<T>>;

/** Serves an operation to its kind of caller. A route that names another kind does not compile. */
export type Serve = <T extends Operation & { callerKind: Kind }, Kind extends CallerKind>(
  kind: Kind,
  operation: T,
  handler: ServeHandler<T, Kind>,
) => void;

/** The calls on the way of a document, and those of processes that start. No other call delays them. */
const ofDocuments = new Set<string>(
  (
    [
      "openDocuments",
      "openBackground",
      "leaseBackground",
      "releaseBackground",
      "readBatchChunk",
      "reportOutcomes",
      "getTemplateSource",
      "getSourceAsset",
      "putDocumentContent",
      "getTenant",
      "getSession",
      "checkGateway",
      "checkCourier",
      "readTokenKeys",
    ] as const
  ).map((name) => internalOperations[name].operationId),
);
/** Beyond what any body takes that the gateway lets through. */
const checkLimitMs = 5_000;
/** The share of the database's connections for all other calls: lists, drafts, accounts. */
const shareOfOthers = 0.6;

function isOfKind<Kind extends CallerKind>(caller: Caller, kind: Kind): caller is Caller & CallerOf<Kind> {
  return caller.kind === kind;
}

/** Calls that name what they create, so that the second call finds it. */
const mayCallTwice: ReadonlySet<string> = new Set(["openBackground", "appendBatchRows"]);

/** Reads, and the calls of gateways and workers that change nothing the second time. */
function isRepeatable({ method, operationId }: Operation, kind: CallerKind): boolean {
  return method === "get" || kind === "keyHashes" || kind === "reports" || mayCallTwice.has(operationId);
}

/** Creates the function by which features serve their operations. */
export function createServe(
  app: Express,
  dependencies: AuthenticationDependencies & {
    guardDatabase: GuardDatabase;
    bodies: BodyReader;
    /** How many connections to the database there are. */
    connections: number;
  },
) {
  const { guardDatabase } = dependencies;
  const limitOthers = pLimit(Math.max(1, Math.floor(dependencies.connections * shareOfOthers)));

  function inTurn<T>({ operationId }: Operation, work: () => Promise<T>): Promise<T> {
    return ofDocuments.has(operationId) ? work() : limitOthers(work);
  }

  const authenticate = createAuthenticate(dependencies);
  const routes = createMount<Caller>(app, {
    authenticate: (operation, request) =>
      inTurn(operation, () => guardDatabase(() => authenticate(operation, request), true)),
    // The gateway has done the same work, where it could be ended.
    check: createCheckHere(checkLimitMs),
    bodies: dependencies.bodies,
  });

  const serve: Serve = (kind, operation, handler) => {
    const { operationId } = operation;
    routes.mount(operation, (request, { caller }) => {
      if (!isOfKind(caller, kind)) throw new Error(`${operationId} was authenticated as ${caller.kind}`);
      // An answer without a body has no data; the compiler cannot see that the two types agree.
      const work = () => guardDatabase(() => handler(request, caller), isRepeatable(operation, kind));
      return inTurn(operation, work) as Promise<ResponseInput<typeof operation>>;
    });
  };

  return { serve, refuseOtherMethods: () => routes.refuseOtherMethods() };
}
