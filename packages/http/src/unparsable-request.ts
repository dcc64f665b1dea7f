import { createId, Problem, type ErrorEnvelope } from "@platen/contracts";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { STATUS_CODES } from "node:http";
import { Socket } from "node:net";
import type { Duplex } from "node:stream";

type Answered = { problem: Problem; headers: Record<string, string>; body: string };

function answerTo(problem: Problem): Answered {
  const requestId = createId("request");
  const envelope: ErrorEnvelope = {
    success: false,
    error: { code: problem.code, message: problem.message, requestId },
  };
  const body = JSON.stringify(envelope);
  return {
    problem,
    body,
    headers: {
      "Content-Type": "application/json; charset=utf-8",
      "Content-Length": String(Buffer.byteLength(body)),
      "X-Request-Id": requestId,
      "X-Content-Type-Options": "nosniff",
      "Cache-Control": "no-store",
      Connection: "close",
    },
  };
}

function writeTo(socket: Duplex, { problem, headers, body }: Answered): void {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status] ?? ""}\r\n${lines.join("")}\r\n${body}`, () =>
    socket.destroy(),
  );
}

/** What Node's HTTP parser gave up on. The parser's own message can quote the request, so it is not passed on. */
function problemOf(error: Error & { code?: unknown }): Problem {
  switch (error.code) {
    case "HPE_HEADER_OVERFLOW":
      return new Problem("request.invalid", { message: "The headers are larger than this service takes." });
    case "HPE_CHUNK_EXTENSIONS_OVERFLOW":
      return new Problem("request.too_large", { message: "The chunk extensions are larger than this service takes." });
    case "ERR_HTTP_REQUEST_TIMEOUT":
      return new Problem("request.invalid", { message: "The request did not arrive in time." });
    default:
      return new Problem("request.invalid", { message: "The request is not well-formed HTTP/1.1." });
  }
}

/**
 * Answers in the envelope, and hangs up, where Node answers by itself with an empty body or nothing at all: requests it
 * cannot parse, and CONNECT.
 */
export function answerUnparsableRequests(server: Server): void {
  const responses = new WeakMap<Duplex, ServerResponse>();
  server.on("request", (request, response) => {
    responses.set(request.socket, response);
  });
  server.on("clientError", (error, socket) => {
    const response = responses.get(socket);
    const isAnswering = response !== undefined && response.headersSent && !response.writableFinished;
    // Browsers open connections ahead of need, and take what comes first on one for the answer to what they then ask.
    const hasAsked = !(socket instanceof Socket) || socket.bytesRead > 0;
    // A second answer in the middle of the first would look to the caller like part of it.
    if (!socket.writable || isAnswering || !hasAsked) socket.destroy();
    else writeTo(socket, answerTo(problemOf(error)));
  });
  server.on("connect", (_request, socket) => {
    writeTo(socket, answerTo(new Problem("method.not_allowed", { message: "CONNECT is not allowed here." })));
  });
}

/** Answers a request of HTTP/1.1 that names no host, as the standard demands; tells whether it did. */
export function refuseMissingHost(request: IncomingMessage, response: ServerResponse): boolean {
  if (request.headers.host !== undefined || request.httpVersion !== "1.1") return false;
  const { problem, headers, body } = answerTo(
    new Problem("request.invalid", { message: "The request has no Host header." }),
  );
  response.writeHead(problem.status, headers).end(body);
  return true;
}
