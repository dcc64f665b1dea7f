import { Problem, type Operation, type ParsedRequest, type ResponseInput } from "@platen/contracts";
import type { Express, Request, Response } from "express";
import type { ReadBody } from "./body-reader.ts";
import { parseRequest } from "./parse-request.ts";
import { Reply } from "./reply.ts";
import { contextOf, noteOperation } from "./request-context.ts";
import { streamBody } from "./stream-body.ts";
import { sendPieces } from "./send-pieces.ts";

/** The second argument of a handler, after the parsed request. */
export type CallContext<Caller> = {
  caller: Caller;
  requestId: string;
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

export type Handler<T extends Operation, Caller> = (
  request: ParsedRequest<T>,
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
  if (operation.response.content === "none" || reply.status === 204) {
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

/**
 * Creates the function that serves operations on `app`. `authenticate` runs before the body is read and the request is
 * parsed, so that strangers cost little and learn nothing. Its result is the handler's `caller`. `admit` runs next, and
 * returns a function that runs when the request is over. `verify` runs before the
 * server reads more than 64 KiB of a body, for a caller whom `authenticate` takes at its word until the handler runs. It
 * resolves to the name of the project or account that sends the body.
 */
export function createMount<Caller>(
  app: Express,
  options: {
    authenticate: (operation: Operation, request: Request, response: Response) => Promise<Caller>;
    admit?: (
      operation: Operation,
      caller: Caller,
      context: Pick<CallContext<Caller>, "requestId" | "signal">,
    ) => Promise<() => void>;
    verify?: (caller: Caller, context: Pick<CallContext<Caller>, "requestId" | "signal">) => Promise<string>;
    readBody: ReadBody;
  },
) {
  const routes = new Map<string, Route>();

  return {
    mount<T extends Operation>(operation: T, handler: Handler<T, Caller>): void {
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
        const { admit, verify } = options;
        const leave = await admit?.(operation, caller, { requestId, signal });
        if (leave && response.closed) leave();
        else if (leave) response.once("close", leave);
        const checkedMs = Date.now() - arrivedAt;
        const isOver = response.closed ? Promise.resolve() : new Promise<void>((end) => response.once("close", end));
        const sender = verify && { signal, verify: () => verify(caller, { requestId, signal }), isOver };
        const receive = async () => {
          const { body: json, bytes: file } = operation.request;
          const isRead = json !== undefined || file !== undefined;
          const body = file?.isStreamed
            ? streamBody(request, file)
            : isRead
              ? await options.readBody(request, operation, sender)
              : undefined;
          // parseRequest has applied the operation's own schemas; the compiler cannot follow them through `Operation`.
          return parseRequest(operation, request, body) as ParsedRequest<T>;
        };
        const context = { caller, requestId, signal, header: (name: string) => request.get(name) };
        // A variable for the parsed request would keep its data in memory until the answer.
        const result = await receive().then((parsed) =>
          handler(parsed, { ...context, receivedAt: Date.now() - checkedMs }),
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
