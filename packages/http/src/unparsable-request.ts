import { createId, Problem, type ErrorEnvelope } from "@platen/contracts";
import { closeAfterAnswer, closeGently } from "./close-after-answer.ts";
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
  socket.write(`HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status] ?? ""}\r\n${lines.join("")}\r\n${body}`);
  closeGently(socket);
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

/** What Node's parser lets pass, and what a proxy in front may understand in another way than this server. */
function ambiguityOf({ rawHeaders, headers, httpVersion, httpVersionMajor }: IncomingMessage): string | undefined {
  if (httpVersionMajor !== 1) return "The request is not well-formed HTTP/1.1.";
  const hosts = rawHeaders.filter((text, index) => index % 2 === 0 && text.length === 4 && /^host$/i.test(text)).length;
  if (hosts === 0 && httpVersion === "1.1") return "The request has no Host header.";
  if (hosts > 1) return "The request has more than one Host header.";
  const encoding = headers["transfer-encoding"]?.toLowerCase() ?? "chunked";
  return encoding === "chunked" ? undefined : "The body has to be sent as it is, or in chunks and nothing else.";
}

/**
 * Makes the check of a request's head: a request that is not clear is answered, and what follows it on its connection
 * is not looked at. Tells whether that is so.
 */
export function createRefuseAmbiguous(): (request: IncomingMessage, response: ServerResponse) => boolean {
  const refused = new WeakSet<Socket>();
  return (request, response) => {
    // The parser goes on in what has come, before the connection is closed.
    if (refused.has(request.socket)) return true;
    const message = ambiguityOf(request);
    if (message === undefined) return false;
    refused.add(request.socket);
    const { problem, headers, body } = answerTo(new Problem("request.invalid", { message }));
    closeAfterAnswer(request, response);
    response.writeHead(problem.status, headers).end(body);
    return true;
  };
}
