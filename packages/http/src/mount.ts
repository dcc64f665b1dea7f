import { Problem, type CheckedJson, type Operation, type ParsedRequest, type ResponseInput } from "@platen/contracts";
import { serviceHolder, type Holder } from "@platen/contracts/holder";
import type { Express, Request, Response } from "express";
import type { BodyReader } from "./body-reader.ts";
import type { BodyHolder } from "./body-room.ts";
import { headerNames, type Check, type RequestParts } from "./check-request.ts";
import { createCheckHere } from "./check-here.ts";
import { Reply } from "./reply.ts";
import { contextOf, noteOperation } from "./request-context.ts";
import { streamBody } from "./stream-body.ts";
import { sendPieces } from "./send-pieces.ts";

/** The second argument of a handler, after the parsed request. */
export type CallContext<Caller> = {
  caller: Caller;
  requestId: string;
  /** The account, or the network of a stranger, that pays for the work on the request. */
  holder: Holder;
  /**
   * When the request would have arrived, in milliseconds since the epoch, if its body had taken no time: what the checks
   * before the body took counts against its deadline.
   */
  receivedAt: number;
  /** Fires when the caller hangs up. */
  signal: AbortSignal;
  /** A request header by its name. */
  header(name: string): string | undefined;
};

/**
 * What handlers get in place of large bodies: `parsed`, the values; or a table, by operation, of what was prepared from the
 * values where the work can be ended. Where the table lacks an operation, its handler gets the checked body as JSON text
 * and passes it on.
 */
export type LargeBodies = "parsed" | Readonly<Record<string, unknown>>;

type BodyFor<T extends Operation, Large extends LargeBodies> = Large extends "parsed"
  ? ParsedRequest<T>["body"]
  : T extends { hasLargeBody: true; operationId: infer Id }
    ? Id extends keyof Large
      ? Large[Id]
      : CheckedJson
    : ParsedRequest<T>["body"];

/** The parts of a request, as a handler gets them. */
export type ReceivedRequest<T extends Operation, Large extends LargeBodies> = Omit<ParsedRequest<T>, "body"> & {
  body: BodyFor<T, Large>;
};

export type Handler<T extends Operation, Caller, Large extends LargeBodies = "parsed"> = (
  request: ReceivedRequest<T, Large>,
  context: CallContext<Caller>,
) => Promise<ResponseInput<T> | Reply>;

type Route = { path: string; methods: Set<string> };

function expressPath(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ":$1");
}

/** A browser that a link leads to the file of a user saves the file, and neither runs it nor loads what it names. */
const ofFiles = new Map([
  ["X-Content-Type-Options", "nosniff"],
  ["Content-Security-Policy", "sandbox; default-src 'none'"],
  ["Content-Disposition", "attachment"],
]);

async function answer(operation: Operation, response: Response, result: unknown, signal: AbortSignal): Promise<void> {
  const reply = result instanceof Reply ? result : new Reply({ data: result });
  response.statusCode = reply.status ?? operation.response.status;
  const isPending = reply.status === 202;
  if (operation.response.content === "bytes" && !isPending) response.setHeaders(ofFiles);
  for (const [name, value] of Object.entries(reply.headers)) response.setHeader(name, value);
  if (reply.bytes) {
    response.setHeader("Content-Length", reply.bytes.byteLength);
    response.end(reply.bytes);
    return;
  }
  if (reply.pieces) {
    await sendPieces(response, reply.pieces, signal);
    return;
  }
  if (operation.response.content === "none" || reply.status === 204 || reply.status === 304) {
    response.end();
    return;
  }
  // Parsing the answer drops every field that the contract does not name, so no column leaks by accident.
  const schema = isPending ? operation.pending : operation.response.body;
  const data = schema ? schema.parse(reply.data) : reply.data;
  const body = Buffer.from(JSON.stringify({ success: true, data }));
  response.setHeader("Content-Type", "application/json; charset=utf-8");
  response.setHeader("Content-Length", body.byteLength);
  response.end(body);
}

function partsOf(operation: Operation, request: Request, json: Uint8Array | undefined): RequestParts {
  const headers = Object.fromEntries(headerNames(operation).map((name) => [name, request.get(name)]));
  return { params: { ...request.params }, query: { ...request.query }, headers, json };
}

/**
 * Creates the function that serves operations on `app`. `authenticate` runs before the body is read and the request is
 * parsed, so that strangers cost little and learn nothing. Its result is the handler's `caller`. `admit` runs next: it
 * names the holder, and its `leave` runs when the request is over. `check` is the one place where work is done on what the
 * caller sent; by default it is done here, within a limit of time. `verify` runs before the
 * server reads more than 64 KiB of a body, for a caller whom `authenticate` takes at its word until the handler runs. It
 * resolves to the holder of the memory that the body takes. `holderOf` names the holders with whose other bodies a body
 * counts while it arrives.
 */
export function createMount<Caller, Large extends LargeBodies = "parsed">(
  app: Express,
  options: {
    authenticate: (operation: Operation, request: Request, response: Response) => Promise<Caller>;
    admit?: (
      operation: Operation,
      caller: Caller,
      context: Pick<CallContext<Caller>, "requestId" | "signal"> & Pick<Request, "query">,
    ) => Promise<{ holder: Holder; leave: () => void }>;
    check?: Check;
    verify?: (caller: Caller, context: Pick<CallContext<Caller>, "requestId" | "signal">) => Promise<Holder>;
    holderOf?: (caller: Caller, context: { requestId: string; publicOperation: Operation }) => Promise<BodyHolder>;
    bodies: BodyReader;
  },
) {
  const routes = new Map<string, Route>();
  const { check: checkParts = createCheckHere() } = options;

  return {
    mount<T extends Operation>(operation: T, handler: Handler<T, Caller, Large>): void {
      const path = expressPath(operation.path);
      const route = routes.get(path) ?? { path, methods: new Set() };
      route.methods.add(operation.method.toUpperCase());
      if (operation.method === "get") route.methods.add("HEAD");
      routes.set(path, route);

      app[operation.method](path, async (request: Request, response: Response) => {
        noteOperation(request, operation);
        const arrivedAt = Date.now();
        const caller = await options.authenticate(operation, request, response);
        const { requestId, signal } = contextOf(request);
        const { admit, verify, holderOf } = options;
        const admitted = await admit?.(operation, caller, { requestId, signal, query: request.query });
        if (admitted && response.closed) admitted.leave();
        else if (admitted) response.once("close", admitted.leave);
        const holder = admitted?.holder ?? serviceHolder("calls");
        const checkedMs = Date.now() - arrivedAt;
        const isOver = response.closed ? Promise.resolve() : new Promise<void>((end) => response.once("close", end));
        const arriving = holderOf && (() => holderOf(caller, { requestId, publicOperation: operation }));
        const sender = verify && {
          signal,
          verify: () => verify(caller, { requestId, signal }),
          holder: arriving,
          isOver,
        };
        const check = async (json?: Uint8Array) =>
          checkParts(operation, partsOf(operation, request, json), { holder, signal });
        const receive = async () => {
          const { body, bytes: file } = operation.request;
          if (body) return options.bodies.readJson(request, operation, sender, check);
          if (!file) return check();
          const isStreamed = file.isStreamed === true;
          const bytes = isStreamed ? streamBody(request, file) : await options.bodies.readFile(request, file, sender);
          return { ...(await check()), bytes };
        };
        const context = { caller, requestId, holder, signal, header: (name: string) => request.get(name) };
        // A variable for the parsed request would keep its data in memory until the answer.
        const result = await receive().then((received) =>
          // The check has applied the operation's own schemas; the compiler cannot follow them through `Operation`.
          handler(received as ReceivedRequest<T, Large>, { ...context, receivedAt: Date.now() - checkedMs }),
        );
        if (!response.destroyed) await answer(operation, response, result, signal);
      });
    },

    /** Answers other methods on mounted paths with 405 and `Allow`. Call it after the last `mount`. */
    refuseOtherMethods(): void {
      for (const { path, methods } of routes.values()) {
        const allow = [...methods].toSorted().join(", ");
        app.all(path, (request, response) => {
          response.setHeader("Allow", allow);
          throw new Problem("method.not_allowed", {
            message: `This path does not support ${request.method}. Use ${allow}.`,
          });
        });
      }
    },
  };
}
